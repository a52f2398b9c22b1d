import { tileBoxes } from "../options/map";
import { pieShape } from "../options/pie";
import { treemapBoxes } from "../options/treemap";
import type { Size } from "../types";
import { type CompositionView, drawable } from "./compositionView";

export type PartPlace = { id: string; x: number; y: number };

type Hit = PartPlace & { holds: (x: number, y: number) => boolean };

function boxHit(id: string, box: { x: number; y: number; width: number; height: number }): Hit {
  return {
    id,
    x: box.x + box.width / 2,
    y: box.y + Math.min(box.height / 2, 40),
    holds: (x, y) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  };
}

function pieHits(view: CompositionView, size: Size): readonly Hit[] {
  const { radius, x: centreX, y: centreY } = pieShape(size);
  const slices = drawable(view);
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  let start = 0;
  return slices.map(({ id, value }) => {
    const from = start;
    const to = start + value / whole;
    start = to;
    const middle = (from + to) * Math.PI;
    return {
      id,
      x: centreX + Math.sin(middle) * radius * 0.6,
      y: centreY - Math.cos(middle) * radius * 0.6,
      holds: (x, y) => {
        const turn = Math.atan2(x - centreX, centreY - y) / (2 * Math.PI);
        const part = turn < 0 ? turn + 1 : turn;
        return Math.hypot(x - centreX, y - centreY) <= radius && part >= from && part < to;
      },
    };
  });
}

/** Where the parts are, for pointer and tooltip. */
function hits(view: CompositionView, size: Size): readonly Hit[] {
  if (view.kind === "pie") return pieHits(view, size);
  if (view.kind === "treemap")
    return treemapBoxes(view, size).map((box) => boxHit(box.slice.id, box));
  const ids = new Map(view.visible.map(({ id }) => [id.toUpperCase(), id]));
  return tileBoxes(size).flatMap((box) => {
    const id = ids.get(box.code);
    return id === undefined ? [] : [boxHit(id, box)];
  });
}

export function partAt(view: CompositionView, size: Size, x: number, y: number): string | null {
  return hits(view, size).find((hit) => hit.holds(x, y))?.id ?? null;
}

export function placeOf(view: CompositionView, size: Size, id: string): PartPlace | null {
  return hits(view, size).find((hit) => hit.id === id) ?? null;
}
