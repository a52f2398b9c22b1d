import { memo } from "react";
import { TickBox } from "@/components/ui/TickBox";
import { type Column, type ColumnKind, readsFromStart, widest } from "./columns";
import { placeName } from "./grid/gridKeys";
import { aboveCover, RowCover, RowLink } from "./RowLink";

export type TableRowProps<Row> = {
  row: Row;
  index: number;
  /** Position among all rows of all pages, from 1; the header is the first row of the grid. */
  position: number;
  name: string;
  href: string | null;
  columns: ReadonlyArray<Column<Row>>;
  sortedColumn: string | null;
  /** The column of the tab stop, if it is in this row. */
  activeColumn: number | null;
  selected: boolean | null;
  onSelect: ((index: number) => void) | undefined;
};

const cellClass =
  "h-(--row-h) border-line border-b px-(--cell-x) group-last/row:border-b-0 last:pe-(--card-pad) focus-visible:outline-offset-[-2px] compact:[font-stretch:94%]";

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, position, name, href, columns, sortedColumn, activeColumn, selected } = props;
  const shift = selected === null ? 0 : 1;
  const stop = (column: number) => (activeColumn === column ? 0 : -1);
  return (
    <tr
      data-row={index}
      data-index={index}
      aria-rowindex={position + 1}
      aria-selected={selected ?? undefined}
      className="group/row hover:bg-surface-2 aria-selected:bg-surface-3"
    >
      {selected !== null && (
        <td className="h-(--row-h) border-line border-b ps-(--card-pad) text-center group-last/row:border-b-0">
          <TickBox
            aria-label={`Select ${name}`}
            data-cell={placeName({ row: index, column: 0 })}
            tabIndex={stop(0)}
            checked={selected}
            onChange={() => props.onSelect?.(index)}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const place = placeName({ row: index, column: at + shift });
        const look = cellLook(column.kind, column.id === sortedColumn);
        if (at === 0) {
          return (
            <FirstCell
              key={column.id}
              name={name}
              place={place}
              tabIndex={stop(shift)}
              href={href}
              inset={!shift}
              maxWidth={widest(column, true)}
            >
              {column.cell(row)}
            </FirstCell>
          );
        }
        return (
          <td
            key={column.id}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid is one.
            role="gridcell"
            data-cell={place}
            tabIndex={stop(at + shift)}
            className={`${cellClass} ${aboveCover} ${look} ${at === 1 ? "relative" : ""}`}
          >
            {at === 1 && href !== null && <RowCover href={href} />}
            <CutText width={widest(column, false)}>{column.cell(row)}</CutText>
          </td>
        );
      })}
    </tr>
  );
}

/** Drawn again only when something of its own changed: a key press redraws two rows, not the table. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

function cellLook(kind: ColumnKind, sorted: boolean): string {
  if (readsFromStart(kind)) return "text-start text-text-2";
  return `num text-end ${sorted ? "font-medium" : ""} ${kind === "date" ? "text-text-2" : ""}`;
}

function CutText({ width, children }: { width: string | undefined; children: React.ReactNode }) {
  if (width === undefined) return children;
  return (
    <div className="truncate" style={{ maxWidth: width }}>
      {children}
    </div>
  );
}

type FirstCellProps = {
  name: string;
  place: string;
  tabIndex: number;
  href: string | null;
  inset: boolean;
  maxWidth: string | undefined;
  children: React.ReactNode;
};

function FirstCell({ name, place, tabIndex, href, inset, maxWidth, children }: FirstCellProps) {
  const content = <CutText width={maxWidth}>{children}</CutText>;
  return (
    <th
      scope="row"
      {...(href === null ? { "data-cell": place, tabIndex } : {})}
      className={`relative start-0 z-[3] in-data-wide:sticky h-(--row-h) border-line border-e border-b bg-surface text-start font-medium group-last/row:border-b-0 group-hover/row:bg-surface-2 group-aria-selected/row:bg-surface-3 ${inset ? "ps-(--card-pad)" : "ps-(--cell-x)"} pe-(--cell-x) focus-visible:outline-offset-[-2px]`}
    >
      {href === null ? (
        content
      ) : (
        <RowLink href={href} name={name} cell={place} tabIndex={tabIndex}>
          {content}
        </RowLink>
      )}
    </th>
  );
}
