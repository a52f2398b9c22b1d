export type Box = { x: number; y: number; width: number; height: number };

/** The largest ratio of sides among the rectangles of a row. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((all, area) => all + area, 0);
  const largest = Math.max(...row);
  const smallest = Math.min(...row);
  return Math.max((side ** 2 * largest) / sum ** 2, sum ** 2 / (side ** 2 * smallest));
}

function layRow(row: readonly number[], room: Box): { boxes: readonly Box[]; rest: Box } {
  const sum = row.reduce((all, area) => all + area, 0);
  const upright = room.width >= room.height;
  const depth = sum / (upright ? room.height : room.width);
  let along = upright ? room.y : room.x;
  const boxes = row.map((area) => {
    const length = area / depth;
    const box = upright
      ? { x: room.x, y: along, width: depth, height: length }
      : { x: along, y: room.y, width: length, height: depth };
    along += length;
    return box;
  });
  const rest = upright
    ? { ...room, x: room.x + depth, width: room.width - depth }
    : { ...room, y: room.y + depth, height: room.height - depth };
  return { boxes, rest };
}

/** Rectangles of these weights (largest first, all above zero) that fill a room, as square as they can be. */
export function squarify(weights: readonly number[], room: Box): readonly Box[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const areas = weights.map((weight) => (weight / sum) * room.width * room.height);
  const boxes: Box[] = [];
  let rest = room;
  let row: number[] = [];
  const close = () => {
    const laid = layRow(row, rest);
    boxes.push(...laid.boxes);
    rest = laid.rest;
    row = [];
  };
  for (const area of areas) {
    const side = Math.min(rest.width, rest.height);
    if (row.length > 0 && worst([...row, area], side) > worst(row, side)) close();
    row.push(area);
  }
  if (row.length > 0) close();
  return boxes;
}
