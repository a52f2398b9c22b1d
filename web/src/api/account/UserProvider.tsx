import type { ReactNode } from "react";
import { UserContext, useUserQuery } from "./user";

/** Loads the signed-in user once for all components. */
export function UserProvider({ children }: { children: ReactNode }) {
  return <UserContext value={useUserQuery()}>{children}</UserContext>;
}
