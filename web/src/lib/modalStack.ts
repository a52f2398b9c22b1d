import { createStore } from "./createStore";

const store = createStore<readonly HTMLElement[]>([]);

/** Adds a modal dialog above those that are open already; returns what removes it. */
export function addModal(modal: HTMLElement): () => void {
  store.set([...store.get(), modal]);
  return () => store.set(store.get().filter((each) => each !== modal));
}

/** The modal dialog on top: everything outside of it is inert. */
export function useTopModal(): HTMLElement | null {
  return store.useSelected((modals) => modals.at(-1) ?? null);
}
