import { useCallback, useEffect, useState } from "react";

/** A country as it is drawn, by its code of two letters. */
export type Shape = {
  code: string;
  /** Where it is pointed at. */
  x: number;
  y: number;
  /** Too small to be seen or hit as it is. */
  dot?: boolean;
  path: string;
};

export type World = {
  width: number;
  height: number;
  /** Shapes without a code. */
  land: string;
  places: ReadonlyArray<Shape>;
};

/** The geometry is as large as all scripts of a page: it comes by itself, when a map is shown. */
export function useWorld(): { world: World | null; failed: boolean; retry: () => void } {
  const [world, setWorld] = useState<World | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    let isShown = true;
    import("./world.json")
      .then((geometry) => isShown && setWorld(geometry.default))
      .catch(() => isShown && setFailed(true));
    return () => {
      isShown = false;
    };
  }, []);
  useEffect(() => load(), [load]);
  return { world, failed, retry: () => void load() };
}
