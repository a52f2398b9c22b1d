import { createStore } from "@/lib/createStore";

/** The reason of a refusal because the user signed in too long ago for this change. */
export const freshSignInReason = "fresh_sign_in_required";

/** Whether the page asks the user to sign in again. */
const required = createStore(false);

export const useFreshSignInRequired = required.useValue;

/** Asks the user to sign in again, on the page that they are on. */
export const requireFreshSignIn = () => required.set(true);

export const closeFreshSignIn = () => required.set(false);
