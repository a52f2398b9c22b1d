import type { UserRecord } from "@/api/contract";
import { member } from "./records";
import { procedures, server, session } from "./server";

/** Signs a member in who differs in some facts. */
export function signInMember(part: Partial<UserRecord>): void {
  server.use(
    session(member.email),
    procedures({
      "users.getProfile": () => ({ ...member, ...part }),
      "search.getInitialSearchGroups": () => [],
    }),
  );
}
