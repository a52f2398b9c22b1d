import type { TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import { createStore } from "@/lib/createStore";
import { describeFailure } from "../failures";

/** The reason of a refusal because the user signed in too long ago for this change. */
const reason = "fresh_sign_in_required";

/** Whether the page asks the user to sign in again. */
const required = createStore(false);

/** The refused changes that wait for it. */
let waiting: Array<(signedIn: boolean) => void> = [];

export const useFreshSignInRequired = required.useValue;

/** Waits until the user has signed in again, on the page that they are on, or declines. */
function askForFreshSignIn(decide: (signedIn: boolean) => void): void {
  waiting.push(decide);
  required.set(true);
}

function settle(signedIn: boolean): void {
  const decided = waiting;
  waiting = [];
  required.set(false);
  for (const decide of decided) decide(signedIn);
}

/** The user has signed in again: the refused changes are repeated. */
export const confirmFreshSignIn = () => settle(true);

/** The user declines: the refused changes fail. */
export const closeFreshSignIn = () => settle(false);

/**
 * Repeats a change that was refused because the sign-in is too old, once the user has signed in again. Until then it is
 * under way for whoever made it; a change that is refused again asks again.
 */
export function freshSignInLink<Router extends AnyTRPCRouter>(): TRPCLink<Router> {
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
              askForFreshSignIn((signedIn) => {
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
