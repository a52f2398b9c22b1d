import { Fragment, type ReactNode, useDeferredValue } from "react";
import type { Sort } from "@/lib/address/viewState";
import { usePressed } from "@/lib/browser/usePressed";
import type { Column } from "./columns";
import type { GridFocus } from "./grid/useGridFocus";
import type { RowWindow } from "./grid/useRowWindow";
import type { RowLead } from "./RowLead";
import { pressRow } from "./rowActions";
import { TableHead } from "./TableHead";
import { TableRow } from "./TableRow";
import { TotalRow, type Totals } from "./TotalRow";
import { type TableVariant, variants } from "./variants";

export type RowFacts<Row> = {
  id: (row: Row) => string;
  /** How a row is called where only words help: "Select Alder Fund (sample)". */
  name: (row: Row) => string;
  href?: (row: Row) => string | null;
  /** Whether its figures include sample data although its name does not say so. */
  sample?: (row: Row) => boolean;
  /** How much of them that is, in words. */
  sampleNote?: (row: Row) => string | undefined;
};

export type TableProps<Row> = {
  label: string;
  /** Written once outside of the component or kept by useMemo: a new list draws every row again. */
  columns: ReadonlyArray<Column<Row>>;
  rows: ReadonlyArray<Row>;
  facts: RowFacts<Row>;
  variant: TableVariant;
  sort?: Sort | null;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Before the first column, with the selected rows if they can be selected, or the number of rows with a rank. */
  lead?: RowLead | null;
  selected?: ReadonlySet<string> | undefined;
  onSelect?: ((index: number) => void) | undefined;
  ranks?: number;
  totals?: Totals | undefined;
  busy?: boolean | undefined;
  /** Drawn before the rows, or in their place: skeletons, a notice. */
  placeholder?: ReactNode;
  /** The row under the pointer, here or elsewhere on the page. */
  pointed?: string | null;
  onPoint?: ((id: string | null) => void) | undefined;
  /** Makes the table a grid: one tab stop, from which keys move from cell to cell. */
  grid?: GridFocus;
  /** How many rows there are on all pages, -1 if unknown, and the place of the first one here among them. */
  total?: number;
  offset?: number;
  /** The rows of a long table to render, all by default. */
  window?: RowWindow;
};

/** Every table of the site: rows under a header, the first column naming each, over a total. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, facts, variant, lead = null, grid } = props;
  const { ranks, selected, pointed, onPoint, totals, window, total = -1, offset = 0 } = props;
  const sorted = props.sort ?? null;
  const [sort, press] = usePressed(sorted, (next) => next && props.onSort?.(next));
  const sortedColumn = useDeferredValue(sorted?.column ?? null);
  const active = grid?.active;
  return (
    <table
      ref={grid?.table}
      {...(grid && {
        role: "grid",
        "aria-rowcount": total < 0 ? -1 : total + 1,
        "aria-multiselectable": selected && true,
      })}
      aria-label={label}
      // The header shows an order that was pressed before the rows have it.
      aria-busy={sort === sorted ? props.busy : true}
      onFocus={grid?.onFocus}
      onKeyDown={grid?.onKeyDown}
      className={`w-full text-start ${variants[variant].table}`}
    >
      <TableHead
        columns={columns}
        variant={variant}
        lead={lead}
        sort={sort}
        onSort={props.onSort && press}
        activeColumn={active && (active.row === -1 ? active.column : null)}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link of a row takes the keys, and in a grid Enter opens a row. */}
      <tbody
        onClick={pressRow}
        onAuxClick={pressRow}
        onPointerLeave={onPoint && (() => onPoint(null))}
      >
        {props.placeholder}
        {(window?.rendered ?? rows.map((_, index) => ({ index, gapBefore: 0 }))).map(
          ({ index, gapBefore }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const id = facts.id(row);
            return (
              <Fragment key={id}>
                <Gap height={gapBefore} />
                <TableRow
                  row={row}
                  id={id}
                  index={index}
                  name={facts.name(row)}
                  sample={facts.sample?.(row) ?? false}
                  sampleNote={facts.sampleNote?.(row)}
                  href={facts.href?.(row) ?? null}
                  columns={columns}
                  variant={variant}
                  sortedColumn={sortedColumn}
                  position={grid && offset + index + 1}
                  activeColumn={active && (active.row === index ? active.column : null)}
                  selected={selected ? selected.has(id) : null}
                  onSelect={props.onSelect}
                  rank={ranks === undefined ? undefined : index < ranks ? index + 1 : null}
                  isPointed={pointed === id}
                  onPoint={onPoint}
                />
              </Fragment>
            );
          },
        )}
        <Gap height={window?.gapAfter ?? 0} />
      </tbody>
      {totals && <TotalRow totals={totals} columns={columns} variant={variant} lead={lead} />}
    </table>
  );
}

/** The room of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot have the focus.
  return <tr aria-hidden="true" style={{ height }} />;
}
