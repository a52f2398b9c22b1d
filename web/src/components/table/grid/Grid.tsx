import { Fragment, type ReactNode, useDeferredValue, useRef } from "react";
import { CutEdge } from "@/components/ui/CutEdge";
import { useCutEdge } from "@/components/ui/useCutEdge";
import type { Sort } from "@/lib/address/viewState";
import type { Column } from "../columns";
import { openRow, pressRow } from "../rowActions";
import { TableHead } from "../TableHead";
import { TableRow } from "../TableRow";
import { TotalRow, type Totals } from "../TotalRow";
import { useGridFocus } from "./useGridFocus";
import { useRowWindow } from "./useRowWindow";
import { useSelect } from "./useSelect";

export type RowFacts<Row> = {
  id: (row: Row) => string;
  /** How a row is called where only words help: "Select Alder Fund (sample)". */
  name: (row: Row) => string;
  href?: (row: Row) => string | null;
};

export type Selection = {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
};

type GridProps<Row> = {
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

/** The table itself: a grid of one tab stop with a pinned first column, header and total. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, rows, facts, sort, selection, totals, total, offset = 0 } = props;
  const scroller = useRef<HTMLDivElement | null>(null);
  const shift = selection ? 1 : 0;
  const body = useRef<HTMLTableSectionElement | null>(null);
  const revealRow = useRef<(row: number) => void>(() => {});
  const select = useSelect(rows, facts, selection);
  const { table, active, onFocus, onKeyDown } = useGridFocus({
    rows: rows.length,
    columns: columns.length + shift,
    reveal: (row) => revealRow.current(row),
    onOpen: (row, event) => openRow(body.current, row, event),
    onSelect: select?.toggle,
  });
  const { rendered, gapAfter, probe, reveal } = useRowWindow(scroller, rows.length, active.row);
  revealRow.current = reveal;
  const cut = useCutEdge(scroller);
  const sortedColumn = useDeferredValue(sort?.column ?? null);
  return (
    <div className="@container relative isolate">
      <div
        ref={scroller}
        data-scroller=""
        className="relative max-h-[max(320px,calc(100dvh-216px))] overflow-auto [scroll-padding:var(--row-h-header)_16px_var(--row-h)_240px] pointer-coarse:[--row-h:44px] rtl:[scroll-padding:var(--row-h-header)_240px_var(--row-h)_16px]"
      >
        <div ref={probe} aria-hidden="true" className="invisible absolute h-(--row-h) w-px" />
        <div className="w-max min-w-full overflow-x-clip">
          <table
            ref={table}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table walked by cells is a grid.
            role="grid"
            aria-label={label}
            aria-busy={props.busy}
            aria-rowcount={total === undefined || total === null ? -1 : total + 1}
            aria-multiselectable={selection ? true : undefined}
            onFocus={onFocus}
            onKeyDown={onKeyDown}
            className="w-full border-separate border-spacing-0 text-start text-(length:--text-table)"
          >
            <TableHead
              columns={columns}
              sort={sort}
              onSort={props.onSort}
              activeColumn={active.row === -1 ? active.column : null}
              selection={select && { all: select.all, some: select.some, onAll: select.toggleAll }}
            />
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's; Enter opens a row. */}
            <tbody ref={body} onClick={pressRow} onAuxClick={pressRow}>
              {props.placeholder}
              {rendered.map(({ index, gapBefore }) => {
                const row = rows[index];
                if (row === undefined) return null;
                const id = facts.id(row);
                return (
                  <Fragment key={id}>
                    <Gap height={gapBefore} />
                    <TableRow
                      row={row}
                      index={index}
                      position={offset + index + 1}
                      name={facts.name(row)}
                      href={facts.href?.(row) ?? null}
                      columns={columns}
                      sortedColumn={sortedColumn}
                      activeColumn={active.row === index ? active.column : null}
                      selected={selection ? selection.ids.has(id) : null}
                      onSelect={select?.toggle}
                    />
                  </Fragment>
                );
              })}
              <Gap height={gapAfter} />
            </tbody>
            {totals && <TotalRow totals={totals} columns={columns} selectable={shift === 1} />}
          </table>
        </div>
      </div>
      {cut && <CutEdge />}
    </div>
  );
}

/** The room of rows that are not drawn. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot have the focus.
  return <tr aria-hidden="true" style={{ height }} />;
}
