import type { Failure } from "@/lib/failure";
import { useTRPCClient } from "../client";
import { describeFailure } from "../failures";
import { withoutSignInRequest } from "./freshSignInLink";

/** Asks the server whether the sign-in is recent enough for changes that require it, and says why not. */
export function useFreshSignInCheck(): () => Promise<Failure | null> {
  const client = useTRPCClient();
  return () =>
    client.linkedAccounts.authorizeLink
      .mutate(undefined, { context: withoutSignInRequest })
      .then(() => null, describeFailure);
}
