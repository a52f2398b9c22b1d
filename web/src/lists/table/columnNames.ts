import { type Column, directionLabel } from "@/components/table/columns";
import type { Sort } from "@/lib/address/viewState";

/** How a column is called outside of its header. */
export function fullName<Row>({ header, name = header }: Column<Row>): string {
  return name;
}

/** "Sorted by Value, highest first" */
export function sortText<Row>(columns: ReadonlyArray<Column<Row>>, sort: Sort | null): string {
  const column = columns.find(({ id }) => id === sort?.column);
  if (!sort || !column) return "";
  return `Sorted by ${fullName(column)}, ${directionLabel(column.kind, sort.direction)}`;
}
