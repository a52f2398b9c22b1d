import { createStore } from "@/lib/createStore";

/** Whether the page asks the user to sign in again. */
const required = createStore(false);

/** The refused changes that wait for it. */
let waiting: Array<(signedIn: boolean) => void> = [];

export const useFreshSignInRequired = required.useValue;

/** Waits until the user has signed in again, on the page that they are on, or declines. */
export function requireFreshSignIn(decide: (signedIn: boolean) => void): void {
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
