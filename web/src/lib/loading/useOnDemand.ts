import { useCallback, useEffect, useState } from "react";
import { showToast } from "../toasts";

/** Says that a part of the page could not be fetched. */
export function sayMissing(what: string): void {
  showToast({ id: "part", variant: "danger", message: `${what} could not be loaded.` });
}

/**
 * A part whose script is fetched when somebody asks for it. Where it cannot be had, without a network or after the site
 * was replaced, that is said, and the next press asks again: an error here would take the whole page with it.
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
        sayMissing(what);
      },
    );
  }, [load, what]);
  // What cannot be fetched ahead is fetched again, and reported, when it is opened.
  const preload = useCallback(() => void load().catch(() => {}), [load]);
  return { part, requested, request, preload };
}

/** A part that is open or not by a state of its own; where its script cannot be had, it is closed again. */
export function useWhileOpen<Loaded>(
  open: boolean,
  close: () => void,
  load: () => Promise<Loaded>,
  what: string,
): Loaded | null {
  const [part, setPart] = useState<Loaded | null>(null);
  useEffect(() => {
    if (!open || part) return;
    load().then(
      (loaded) => setPart(() => loaded),
      () => {
        close();
        sayMissing(what);
      },
    );
  }, [open, close, load, what, part]);
  return part;
}
