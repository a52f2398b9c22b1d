import { createStore } from "@/lib/createStore";

const store = createStore(false);

/** Opens or closes the privacy choices, from the footer and from the banner. */
export const setChoicesOpen = store.set;

export const useChoicesOpen = store.useValue;
