import { memo, type ReactNode } from "react";
import { TickBox } from "@/components/ui/inputs/TickBox";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { type Column, columnMaxWidth } from "./columns";
import { placeName } from "./grid/gridKeys";
import { leadLook } from "./RowLead";
import { aboveCover, RowCover, RowLink } from "./RowLink";
import { alignment, type TableVariant, tone, variants } from "./variants";

export type TableRowProps<Row> = {
  row: Row;
  id: string;
  index: number;
  name: string;
  sample: boolean;
  sampleNote?: string | undefined;
  href: string | null;
  columns: ReadonlyArray<Column<Row>>;
  variant: TableVariant;
  sortedColumn: string | null;
  /** In a grid: the position among all rows of all pages, from 1, and the column of the tab stop if it is in this row. */
  position?: number | undefined;
  activeColumn?: number | null | undefined;
  /** Null in a table without a selection. */
  selected: boolean | null;
  onSelect?: ((index: number) => void) | undefined;
  /** Null for a row without a rank, undefined in a table without ranks. */
  rank?: number | null | undefined;
  isPointed?: boolean | undefined;
  onPoint?: ((id: string) => void) | undefined;
};

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { id, index, name, columns, variant, activeColumn, selected, rank, onPoint } = props;
  const isGrid = activeColumn !== undefined;
  const shift = selected === null ? 0 : 1;
  const stop = (column: number) => (activeColumn === column ? 0 : -1);
  const className = `${variants[variant].cell} ${variants[variant].row}`;
  return (
    <tr
      data-row={index}
      data-pointed={props.isPointed || undefined}
      aria-rowindex={props.position === undefined ? undefined : props.position + 1}
      aria-selected={selected ?? undefined}
      onPointerEnter={onPoint && (() => onPoint(id))}
      className={`group/row ${variant === "legend" ? "" : "hover:bg-surface-2 aria-selected:bg-surface-3 data-pointed:bg-surface-3"}`}
    >
      {selected !== null && (
        <td className={`${className} ${leadLook("select")}`}>
          <TickBox
            aria-label={`Select ${name}`}
            data-cell={placeName({ row: index, column: 0 })}
            tabIndex={stop(0)}
            checked={selected}
            onChange={() => props.onSelect?.(index)}
          />
        </td>
      )}
      {rank !== undefined && (
        <td className={`${className} ${leadLook("rank")} num text-text-3`}>{rank}</td>
      )}
      {columns.map((column, at) => {
        const walk = isGrid && {
          "data-cell": placeName({ row: index, column: at + shift }),
          tabIndex: stop(at + shift),
        };
        return at === 0
          ? firstCell(props, column, className, walk)
          : furtherCell(props, column, at, className, walk);
      })}
    </tr>
  );
}

/** Drawn again only when something of its own changed: a key press redraws two rows, not the table. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

/** The place of a cell in a grid; false in other tables. */
type CellFocusProps = { "data-cell": string; tabIndex: number } | false;

// Functions, not components: a legend renders all of its cells with each move of the pointer.
function furtherCell<Row>(
  { row, href, variant, sortedColumn }: TableRowProps<Row>,
  column: Column<Row>,
  at: number,
  className: string,
  walk: CellFocusProps,
) {
  const emphasis = column.id === sortedColumn ? "font-medium" : tone(column.kind);
  const content = column.cell(row);
  return (
    <td
      key={column.id}
      {...(walk && { role: "gridcell", ...walk })}
      className={`${className} ${aboveCover} ${alignment(column)} ${emphasis} ${column.fills ? "p-0!" : ""} ${at === 1 ? "relative" : ""} focus-visible:outline-offset-[-2px]`}
    >
      {at === 1 && href !== null && <RowCover href={href} />}
      {variant === "page" ? (
        <CutText width={columnMaxWidth(column, false)}>{content}</CutText>
      ) : (
        content
      )}
    </td>
  );
}

function firstCell<Row>(
  { row, name, sample, sampleNote, href, variant }: TableRowProps<Row>,
  column: Column<Row>,
  className: string,
  walk: CellFocusProps,
) {
  const text = column.cell(row);
  const content =
    variant === "page" ? <CutText width={columnMaxWidth(column, true)}>{text}</CutText> : text;
  const named =
    href === null ? (
      content
    ) : (
      <RowLink
        href={href}
        name={name}
        {...(walk && { cell: walk["data-cell"], tabIndex: walk.tabIndex })}
      >
        {variant === "card" ? (
          <div className="max-w-60 truncate @max-[560px]:max-w-36">{content}</div>
        ) : (
          content
        )}
      </RowLink>
    );
  return (
    <th
      key={column.id}
      scope="row"
      {...(href === null && walk)}
      className={`${className} ${variants[variant].first} relative text-start focus-visible:outline-offset-[-2px]`}
    >
      {sample ? <Marked note={sampleNote}>{named}</Marked> : named}
    </th>
  );
}

/** A name with the mark of sample data, which is never cut. */
function Marked({ note, children }: { note: string | undefined; children: ReactNode }) {
  return (
    <span className="flex h-full min-w-0 items-center gap-1.5">
      <span className="h-full min-w-0 content-center truncate">{children}</span>
      <SampleTag short note={note} />
    </span>
  );
}

function CutText({ width, children }: { width: string | undefined; children: ReactNode }) {
  if (width === undefined) return children;
  return (
    <div className="truncate" style={{ maxWidth: width }}>
      {children}
    </div>
  );
}
