import type { ReactNode } from "react";
import { UserContext, useUserQuestion } from "./user";

/** Asks once who uses the page, for all that want to know. */
export function UserProvider({ children }: { children: ReactNode }) {
  return <UserContext value={useUserQuestion()}>{children}</UserContext>;
}
