import { useUser } from "@/api/account/user";

/** The server refuses everybody else, so nothing is requested before the role is known. */
export function useIsAdministrator(): boolean {
  const load = useUser();
  return load.status === "logged-in" && load.user.role === "ADMIN";
}
