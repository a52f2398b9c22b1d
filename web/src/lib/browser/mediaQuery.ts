import { useCallback, useSyncExternalStore } from "react";

/** Cards instead of tables, sheets instead of panels; the width of Tailwind's md. */
export const phoneQuery = "(max-width: 767px)";

/** Whether a media query holds; false in the exported page and until it has started. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
