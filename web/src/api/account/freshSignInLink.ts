import type { TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import { describeFailure } from "../failures";

/** The reason of a refusal because the user signed in too long ago for this change. */
const reason = "fresh_sign_in_required";

/** Asks the user to sign in again, and says whether they did. */
export type RequireFreshSignIn = (decide: (signedIn: boolean) => void) => void;

/**
 * Repeats a change that was refused because the sign-in is too old, once the user has signed in again. Until then it is
 * under way for its caller; a change that is refused again asks again.
 */
export function freshSignInLink<Router extends AnyTRPCRouter>(
  requireFreshSignIn: RequireFreshSignIn,
): TRPCLink<Router> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let ended = false;
        const send = () =>
          next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: (error) => {
              if (op.type !== "mutation" || describeFailure(error).reason !== reason) {
                observer.error(error);
                return;
              }
              requireFreshSignIn((signedIn) => {
                if (ended) return;
                if (signedIn) sent = send();
                else observer.error(error);
              });
            },
          });
        let sent = send();
        return () => {
          ended = true;
          sent.unsubscribe();
        };
      });
}
