/** A place in a grid; row -1 is the header. */
export type Place = { row: number; column: number };

export type GridSize = { rows: number; columns: number; pageRows: number };

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean };

/** The place to which a key moves the focus; null for other keys. */
export function placeAfterKey(
  pressed: KeyPress,
  from: Place,
  size: GridSize,
  rightToLeft = false,
): Place | null {
  const ends = pressed.ctrlKey || pressed.metaKey;
  const forward = rightToLeft ? "ArrowLeft" : "ArrowRight";
  const back = rightToLeft ? "ArrowRight" : "ArrowLeft";
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (pressed.key) {
    case forward:
      return nearestPlace({ row: from.row, column: from.column + 1 }, size);
    case back:
      return nearestPlace({ row: from.row, column: from.column - 1 }, size);
    case "ArrowDown":
      return nearestPlace({ row: from.row + 1, column: from.column }, size);
    case "ArrowUp":
      return nearestPlace({ row: from.row - 1, column: from.column }, size);
    case "PageDown":
      return nearestPlace({ row: from.row + size.pageRows, column: from.column }, size);
    case "PageUp":
      return nearestPlace(
        { row: Math.max(from.row - size.pageRows, 0), column: from.column },
        size,
      );
    case "Home":
      return nearestPlace({ row: ends ? 0 : from.row, column: 0 }, size);
    case "End":
      return nearestPlace({ row: ends ? last.row : from.row, column: last.column }, size);
    default:
      return null;
  }
}

/** The nearest place that exists. */
export function nearestPlace(place: Place, size: Pick<GridSize, "rows" | "columns">): Place {
  return {
    row: Math.min(Math.max(place.row, -1), size.rows - 1),
    column: Math.min(Math.max(place.column, 0), Math.max(size.columns - 1, 0)),
  };
}

export function placeName({ row, column }: Place): string {
  return `${row}:${column}`;
}

export function parsePlace(name: string | undefined): Place | null {
  const [row, column] = (name ?? "").split(":").map(Number);
  if (row === undefined || column === undefined || Number.isNaN(row)) return null;
  return { row, column };
}
