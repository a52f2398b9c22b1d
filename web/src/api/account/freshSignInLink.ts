import type { TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import type { Failure } from "@/lib/failure";
import { describeFailure } from "../failures";

/** The reason of a refusal because the user signed in too long ago for this change. */
const reason = "fresh_sign_in_required";

/** Whether a call failed because the user signed in too long ago for it. */
export const isSignInTooOld = (failure: Failure): boolean => failure.reason === reason;

/** The context of a call that fails at once where the sign-in is too old. */
export const withoutSignInRequest = { signInRequest: false } as const;

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
              const waits = op.type === "mutation" && op.context.signInRequest !== false;
              if (!waits || !isSignInTooOld(describeFailure(error))) {
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
