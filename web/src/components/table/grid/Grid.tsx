import { type ReactNode, useRef } from "react";
import { CutEdge } from "@/components/ui/tabs/CutEdge";
import { useCutEdge } from "@/components/ui/tabs/useCutEdge";
import type { Sort } from "@/lib/address/viewState";
import type { Column } from "../columns";
import { openRow } from "../rowActions";
import { type RowFacts, Table } from "../Table";
import type { Totals } from "../TotalRow";
import { useGridFocus } from "./useGridFocus";
import { useRowWindow } from "./useRowWindow";
import { type Selection, useSelect } from "./useSelect";

export type GridProps<Row> = {
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: ReadonlyArray<Row>;
  facts: RowFacts<Row>;
  sort: Sort | null;
  onSort?: ((sort: Sort) => void) | undefined;
  selection?: Selection | undefined;
  totals?: Totals | undefined;
  /** How many rows there are on all pages, if known, and the place of the first one here among them. */
  total?: number | null;
  offset?: number;
  busy?: boolean;
  /** Drawn in the place of rows: skeletons. */
  placeholder?: ReactNode;
};

/** A table of any length, walked by keys, in a window of its own in which it scrolls. */
export function Grid<Row>({ selection, total, ...table }: GridProps<Row>) {
  const { columns, rows, facts } = table;
  const scroller = useRef<HTMLDivElement | null>(null);
  const revealRow = useRef<(row: number) => void>(() => {});
  const select = useSelect(rows, facts, selection);
  const grid = useGridFocus({
    rows: rows.length,
    columns: columns.length + (selection ? 1 : 0),
    reveal: (row) => revealRow.current(row),
    onOpen: openRow,
    onSelect: select?.toggle,
  });
  const { probe, reveal, window } = useRowWindow(scroller, rows.length, grid.active.row);
  revealRow.current = reveal;
  const cut = useCutEdge(scroller);
  return (
    <div className="@container relative isolate">
      <div
        ref={scroller}
        data-scroller=""
        className="relative max-h-[max(320px,calc(100dvh-216px))] overflow-auto [scroll-padding:var(--row-h-header)_16px_var(--row-h)_240px] pointer-coarse:[--row-h:44px] rtl:[scroll-padding:var(--row-h-header)_240px_var(--row-h)_16px]"
      >
        <div ref={probe} aria-hidden="true" className="invisible absolute h-(--row-h) w-px" />
        <div className="w-max min-w-full overflow-x-clip">
          <Table
            {...table}
            variant="page"
            grid={grid}
            window={window}
            total={total ?? -1}
            lead={select && { kind: "select", ...select.head }}
            selected={selection?.ids}
            onSelect={select?.toggle}
          />
        </div>
      </div>
      {cut && <CutEdge />}
    </div>
  );
}
