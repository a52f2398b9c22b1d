import { useUser } from "@/api/user";

/** The server refuses everybody else, so nothing is asked for before it is known who asks. */
export function useIsAdministrator(): boolean {
  const load = useUser();
  return load.status === "logged-in" && load.user.role === "ADMIN";
}
