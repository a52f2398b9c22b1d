import { createStore } from "@/lib/createStore";

/** The day under the crosshair, shared by a chart and what stands beside it without drawing the page anew. */
export const createPointedDay = () => createStore<string | null>(null);

export type PointedDay = ReturnType<typeof createPointedDay>;

/** A chart that shares its crosshair with nothing follows a store that never changes. */
const unshared = createPointedDay();

export function usePointedDay(pointed: PointedDay | undefined): string | null {
  return (pointed ?? unshared).useValue();
}
