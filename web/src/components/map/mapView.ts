/** The part of the map that is in its window. */
export type MapView = {
  /** 1 shows the whole world. */
  zoom: number;
  /** Where the start of the map lies, in px of the window. */
  x: number;
  y: number;
};

export type Size = { width: number; height: number };
type Point = { x: number; y: number };

export const wholeWorld: MapView = { zoom: 1, x: 0, y: 0 };
export const closest = 24;

/** Px per unit of the map when the whole of it stands in the window. */
export function fitOf(map: Size, box: Size): number {
  return Math.min(box.width / map.width, box.height / map.height);
}

/** The whole map, or as much of it as there is room for, never beside the window. */
export function clampedView(view: MapView, map: Size, box: Size): MapView {
  const zoom = Math.min(closest, Math.max(1, view.zoom));
  const scale = fitOf(map, box) * zoom;
  return {
    zoom,
    x: within(view.x, map.width * scale, box.width),
    y: within(view.y, map.height * scale, box.height),
  };
}

/** A map smaller than the window stands in its middle; a larger one leaves no edge bare. */
function within(start: number, length: number, room: number): number {
  if (length <= room) return (room - length) / 2;
  return Math.min(0, Math.max(room - length, start));
}

/** Nearer by a factor, with one point of the window staying where it is. */
export function zoomView(view: MapView, factor: number, at: Point): MapView {
  const zoom = Math.min(closest, Math.max(1, view.zoom * factor));
  const by = zoom / view.zoom;
  return { zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

export function moveView(view: MapView, by: Point): MapView {
  return { ...view, x: view.x + by.x, y: view.y + by.y };
}

/** Brings a place of the map into sight, moving no more than that takes. */
export function showPlace(view: MapView, place: Point, map: Size, box: Size): MapView {
  const scale = fitOf(map, box) * view.zoom;
  const edge = Math.min(32, box.width / 4, box.height / 4);
  const shift = (at: number, room: number) =>
    Math.min(0, room - edge - at) + Math.max(0, edge - at);
  return moveView(view, {
    x: shift(view.x + place.x * scale, box.width),
    y: shift(view.y + place.y * scale, box.height),
  });
}

export type ArrowKey = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const directions: Record<ArrowKey, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function isArrowKey(key: string): key is ArrowKey {
  return key in directions;
}

/** The place that a step leads to: the nearest one ahead, where going sideways counts twice. */
export function placeTowards<Place extends Point>(
  from: Point,
  arrow: ArrowKey,
  places: ReadonlyArray<Place>,
): Place | null {
  const { x, y } = directions[arrow];
  let best: { place: Place; cost: number } | null = null;
  for (const place of places) {
    const ahead = (place.x - from.x) * x + (place.y - from.y) * y;
    const aside = Math.abs((place.x - from.x) * y) + Math.abs((place.y - from.y) * x);
    if (ahead <= 0 || aside > ahead * 2) continue;
    const cost = ahead + 2 * aside;
    if (!best || cost < best.cost) best = { place, cost };
  }
  return best?.place ?? null;
}
