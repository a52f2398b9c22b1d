export type PartPlace = {
  id: string;
  /** Where a tooltip points. */
  x: number;
  y: number;
  holds: (x: number, y: number) => boolean;
};

type Box = { x: number; y: number; width: number; height: number };

/** The place of a part that is drawn as a box, whose tooltip points near its upper edge. */
export function boxPlace(id: string, box: Box): PartPlace {
  return {
    id,
    x: box.x + box.width / 2,
    y: box.y + Math.min(box.height / 2, 40),
    holds: (x, y) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  };
}
