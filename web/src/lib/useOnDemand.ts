import { useCallback, useState } from "react";
import { showToast } from "./toasts";

/**
 * A part whose script is fetched when somebody asks for it. Where it cannot be had, without a network or after the site
 * was replaced, that is said, and the next press asks again: an error here would take the whole page with it.
 */
export function useOnDemand<Part>(load: () => Promise<Part>, what: string) {
  const [part, setPart] = useState<Part | null>(null);
  const [asked, setAsked] = useState(false);
  const ask = useCallback(() => {
    setAsked(true);
    load().then(
      (loaded) => setPart(() => loaded),
      () => {
        setAsked(false);
        showToast({ id: "part", variant: "danger", message: `${what} could not be loaded.` });
      },
    );
  }, [load, what]);
  // What cannot be fetched ahead is fetched again, and reported, when it is asked for.
  const preload = useCallback(() => void load().catch(() => {}), [load]);
  return { part, asked, ask, preload };
}
