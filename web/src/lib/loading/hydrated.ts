import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while React takes the exported page over, so that both say the same; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
