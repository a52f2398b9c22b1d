import type { Column } from "@/components/table/columns";

export function canHide<Row>(columns: ReadonlyArray<Column<Row>>, column: Column<Row>): boolean {
  return column !== columns[0] && column.hideable !== false;
}

export function defaultColumns<Row>(columns: ReadonlyArray<Column<Row>>): string[] {
  return columns.filter((column) => !column.defaultHidden).map((column) => column.id);
}

/** The chosen ids with one more: behind the nearest column before it that is shown, so that hiding one and showing it again moves nothing. */
export function withColumn<Row>(
  columns: ReadonlyArray<Column<Row>>,
  chosen: ReadonlyArray<string>,
  added: string,
): string[] {
  const ids = columns.map(({ id }) => id);
  const before = ids.slice(0, ids.indexOf(added)).findLast((id) => chosen.includes(id));
  const at = before === undefined ? 0 : chosen.indexOf(before) + 1;
  return chosen.toSpliced(at, 0, added);
}

/** The ids to show, in order: the chosen ones that exist, and always those that cannot be hidden. */
export function shownColumns<Row>(
  columns: ReadonlyArray<Column<Row>>,
  chosen: ReadonlyArray<string> | null,
): string[] {
  if (!chosen) return defaultColumns(columns);
  const known = chosen.filter((id) => columns.some((column) => column.id === id));
  const fixed = columns.filter((column) => !canHide(columns, column) && !known.includes(column.id));
  const first = columns[0]?.id;
  const rest = [...known, ...fixed.map((column) => column.id)].filter((id) => id !== first);
  return first === undefined ? rest : [first, ...rest];
}

/** The columns to show, in their order. */
export function visibleColumns<Row>(
  columns: ReadonlyArray<Column<Row>>,
  chosen: ReadonlyArray<string> | null,
): Array<Column<Row>> {
  return shownColumns(columns, chosen).flatMap(
    (id) => columns.find((column) => column.id === id) ?? [],
  );
}
