import type { ReactNode } from "react";
import type { FileColumn } from "@/components/tableFile/fileColumns";
import type { Sort, SortDirection } from "@/lib/address/viewState";

/** Text, state and trend read from the start; everything else is a number and stands at the end. */
export type ColumnKind =
  | "text"
  | "state"
  | "trend"
  | "number"
  | "money"
  | "change"
  | "share"
  | "date";

/**
 * One column of a table of `Row`. The first column of a table names the row: it is pinned, never hidden, and carries the
 * row's link, so its cell holds no control. A control in another cell takes `tabIndex={-1}`; F2 enters the cell.
 */
export type Column<Row> = {
  id: string;
  header: string;
  /** Its full name, where the header is short: "30d change" of "30d". */
  name?: string;
  /** The one unit of all its figures, said in the header. */
  unit?: string;
  kind: ColumnKind;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  hideable?: boolean;
  defaultHidden?: boolean;
  /** Its heading in the column picker. */
  group?: string;
  /** Describes the figures, as the header's title. */
  description?: string;
  /** How its figures are obtained, drawn before the header. */
  mark?: ReactNode;
  /** In px: how narrow it gets; for text, how wide before it is cut. */
  width?: number;
  /** Left out where a card has little room. */
  wideOnly?: boolean;
  /** Its content fills the cell and brings its own space: a button as large as the cell. */
  fills?: boolean;
  /** Stands for it in the file of the table. */
  file?: FileColumn<Row>;
};

const widths: Record<ColumnKind, number> = {
  text: 84,
  state: 64,
  trend: 78,
  number: 72,
  money: 88,
  change: 64,
  share: 76,
  date: 88,
};

export function columnMinWidth<Row>(column: Column<Row>, first: boolean): number {
  if (first) return Math.min(column.width ?? 220, 220);
  return column.width ?? widths[column.kind];
}

/** Text is cut at this width, figures never; the name of a row takes most of what a wide table has left. */
export function columnMaxWidth<Row>(column: Column<Row>, first: boolean): string | undefined {
  if (first) return `max(${column.width ?? 300}px, 24cqi)`;
  if (column.kind !== "text") return undefined;
  return column.width === undefined ? "max(160px, 12cqi)" : `${column.width}px`;
}

export function readsFromStart(kind: ColumnKind): boolean {
  return kind === "text" || kind === "state" || kind === "trend";
}

/** "Value, US$ m" */
export function headerText<Row>(column: Column<Row>): string {
  return column.unit ? `${column.header}, ${column.unit}` : column.header;
}

/** Text starts at A, everything else at the highest or latest. */
export function firstDirection(kind: ColumnKind): SortDirection {
  return kind === "text" || kind === "state" ? "ascending" : "descending";
}

/** A press on a header turns its order round, or begins with the usual one. */
export function nextSort<Row>({ id, kind }: Column<Row>, sort: Sort | null): Sort {
  if (sort?.column !== id) return { column: id, direction: firstDirection(kind) };
  return { column: id, direction: sort.direction === "ascending" ? "descending" : "ascending" };
}

export function directionLabel(kind: ColumnKind, direction: SortDirection): string {
  const up = direction === "ascending";
  if (kind === "text" || kind === "state") return up ? "A to Z" : "Z to A";
  if (kind === "date") return up ? "oldest first" : "newest first";
  return up ? "lowest first" : "highest first";
}
