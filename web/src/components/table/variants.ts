import { type Column, type ColumnKind, readsFromStart } from "./columns";

/**
 * `page` fills a page: its header, total and first column stay in view. `card` is a short table in a card, which drops
 * `wideOnly` columns on a phone. `legend` stands beside a chart, without lines, and gives all room to the names.
 */
export type TableVariant = "page" | "card" | "legend";

type Look = {
  table: string;
  /** Every cell, in header, rows and total. */
  cell: string;
  row: string;
  head: string;
  total: string;
  first: string;
  firstHead: string;
  firstTotal: string;
  foot: string;
};

const lined = "border-line border-b group-last/row:border-b-0 compact:[font-stretch:94%]";
const shadedHead = "border-line border-b-line-strong border-b bg-surface-2 font-medium";
const usual =
  "[--edge:var(--card-pad)] border-separate border-spacing-0 text-(length:--text-table)";
const edges = "px-(--cell-x) first:ps-(--edge) last:pe-(--edge)";

export const variants: Record<TableVariant, Look> = {
  page: {
    table: usual,
    cell: edges,
    row: `${lined} h-(--row-h)`,
    head: `${shadedHead} h-(--row-h-header) border-t`,
    total: "h-(--row-h) border-line-strong border-t bg-surface-2",
    first:
      "in-data-wide:sticky start-0 z-[3] border-e bg-surface font-medium group-hover/row:bg-surface-2 group-aria-selected/row:bg-surface-3 group-data-pointed/row:bg-surface-3",
    firstHead: "in-data-wide:sticky start-0 z-30 border-e",
    firstTotal: "in-data-wide:sticky start-0 z-30 border-line border-e",
    foot: "sticky bottom-0 z-20",
  },
  card: {
    table: `${usual} @max-[560px]:[--cell-x:6px]`,
    cell: `${edges} whitespace-nowrap`,
    row: `${lined} h-(--row-h)`,
    head: `${shadedHead} h-(--row-h-header)`,
    total: "h-(--row-h) border-line-strong border-t bg-surface-2",
    first: "font-medium @max-[560px]:ps-(--edge)",
    firstHead: "@max-[560px]:ps-(--edge)",
    firstTotal: "@max-[560px]:ps-(--edge)",
    foot: "",
  },
  legend: {
    table: "num border-separate border-spacing-0 text-sm pointer-coarse:[--legend-row:44px]",
    cell: "px-[5px] first:ps-0 last:pe-0",
    row: "h-[var(--legend-row,25px)] group-data-pointed/row:bg-surface-3",
    head: "h-[25px] font-normal",
    total: "h-[25px] border-line-strong border-t",
    first: "w-full max-w-0 font-normal",
    firstHead: "",
    firstTotal: "",
    foot: "",
  },
};

/** The classes of a cell, equal in all rows of its column. */
export function alignment<Row>({ kind, wideOnly }: Column<Row>): string {
  const align = readsFromStart(kind) ? "text-start" : "num text-end";
  return wideOnly ? `${align} @max-[560px]:hidden` : align;
}

export function tone(kind: ColumnKind): string {
  return kind === "date" || readsFromStart(kind) ? "text-text-2" : "";
}
