import { useSyncExternalStore } from "react";

export type Direction = "ltr" | "rtl";

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["dir"] });
  return () => observer.disconnect();
}

/** The direction of text of the page, which layers and arrow keys follow. */
export function useDirection(): Direction {
  return useSyncExternalStore<Direction>(
    subscribe,
    () => (document.documentElement.dir === "rtl" ? "rtl" : "ltr"),
    () => "ltr",
  );
}
