import { useCallback, useEffect, useReducer, useState } from "react";
import { showToast } from "../toasts";

// Keyed by the function that loads it: what was loaded once is there at the first render.
const loaded = new WeakMap<object, unknown>();

async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = await load();
  loaded.set(load, part);
  return part;
}

/** Loads a part that may be needed next. What cannot be loaded ahead is loaded again, and reported, when it is needed. */
export async function preloadPart(load: () => Promise<unknown>): Promise<void> {
  await loadPart(load).catch(() => {});
}

/** Says that a part of the page could not be fetched. */
export function toastLoadFailure(what: string): void {
  showToast({ id: "part", variant: "danger", message: `${what} could not be loaded.` });
}

/**
 * A part whose script is fetched when it is needed. If the script cannot be loaded, without a network or after the site
 * was replaced, a toast reports it and the next press tries again: an error here would take the whole page with it.
 */
export function useOnDemand<Loaded>(load: () => Promise<Loaded>, what: string) {
  const [part, setPart] = useState<Loaded | null>(null);
  const [requested, setRequested] = useState(false);
  const request = useCallback(() => {
    setRequested(true);
    load().then(
      (loaded) => setPart(() => loaded),
      () => {
        setRequested(false);
        toastLoadFailure(what);
      },
    );
  }, [load, what]);
  // A failure to fetch it ahead is silent: it is fetched again, and reported, when it is opened.
  const preload = useCallback(() => void load().catch(() => {}), [load]);
  return { part, requested, request, preload };
}

/** A part that is open or not by a state of its own; where its script cannot be loaded, it is closed again. */
export function useWhileOpen<Loaded>(
  open: boolean,
  close: () => void,
  load: () => Promise<Loaded>,
  what: string,
): Loaded | null {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const part = (loaded.get(load) as Loaded | undefined) ?? null;
  useEffect(() => {
    // It may have been loaded ahead since this was rendered: that is rendered, too.
    if (!open || part !== null) return;
    loadPart(load).then(render, () => {
      close();
      toastLoadFailure(what);
    });
  }, [open, close, load, what, part]);
  return part;
}
