import type { ReactNode } from "react";
import { UserContext, useUserQuery } from "./user";

/** Asks once who uses the page, for all that want to know. */
export function UserProvider({ children }: { children: ReactNode }) {
  return <UserContext value={useUserQuery()}>{children}</UserContext>;
}
