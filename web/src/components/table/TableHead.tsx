import { Icon } from "@/components/ui/marks/Icon";
import type { Sort } from "@/lib/address/viewState";
import { type Column, columnMinWidth, directionLabel, headerText, nextSort } from "./columns";
import { placeName } from "./grid/gridKeys";
import { LeadHead, type RowLead } from "./RowLead";
import { alignment, type TableVariant, variants } from "./variants";

type TableHeadProps<Row> = {
  columns: ReadonlyArray<Column<Row>>;
  variant: TableVariant;
  lead: RowLead | null;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
  /** The column of the tab stop of a grid, null if it is elsewhere; undefined in a table without one. */
  activeColumn: number | null | undefined;
};

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, variant, lead, sort, onSort, activeColumn } = props;
  const shift = lead?.kind === "select" ? 1 : 0;
  const className = `${variants[variant].cell} ${variants[variant].head} cond text-text-3 text-xs`;
  return (
    <thead className={variant === "page" ? "sticky top-0 z-20" : ""}>
      <tr aria-rowindex={activeColumn === undefined ? undefined : 1}>
        {lead && <LeadHead lead={lead} className={className} isActive={activeColumn === 0} />}
        {columns.map((column, at) => (
          <HeaderCell
            key={column.id}
            column={column}
            variant={variant}
            className={className}
            first={at === 0}
            {...(activeColumn !== undefined && {
              place: placeName({ row: -1, column: at + shift }),
              tabIndex: activeColumn === at + shift ? 0 : -1,
            })}
            direction={sort?.column === column.id ? sort.direction : null}
            onSort={column.sortable && onSort ? () => onSort(nextSort(column, sort)) : undefined}
          />
        ))}
      </tr>
    </thead>
  );
}

type HeaderCellProps<Row> = {
  column: Column<Row>;
  variant: TableVariant;
  className: string;
  first: boolean;
  place?: string;
  tabIndex?: number;
  direction: Sort["direction"] | null;
  onSort: (() => void) | undefined;
};

function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { column, variant, className, first, place, tabIndex, direction, onSort } = props;
  const align = first ? "text-start" : alignment(column);
  const content = (
    <>
      {column.mark}
      <bdi className="max-w-[180px] truncate">{headerText(column)}</bdi>
      {direction && <Icon name={direction === "ascending" ? "arrowUp" : "arrowDown"} size={11} />}
    </>
  );
  const line = `inline-flex h-full items-center gap-1 ${align.includes("text-end") ? "justify-end" : ""}`;
  return (
    <th
      scope="col"
      {...(!onSort && place !== undefined && { "data-cell": place, tabIndex })}
      aria-sort={direction ?? (onSort ? "none" : undefined)}
      title={column.description}
      style={variant === "page" ? { minWidth: columnMinWidth(column, first) } : undefined}
      className={`${className} whitespace-nowrap ${align} ${first ? variants[variant].firstHead : ""} ${direction ? "font-semibold text-text" : ""} focus-visible:outline-offset-[-2px]`}
    >
      {onSort ? (
        <button
          type="button"
          data-cell={place}
          tabIndex={tabIndex}
          aria-description={direction ? directionLabel(column.kind, direction) : undefined}
          onClick={onSort}
          className={`${line} w-full rounded-xs hover:text-text focus-visible:outline-offset-[-2px] pointer-coarse:min-h-11`}
        >
          {content}
        </button>
      ) : (
        <span className={line}>{content}</span>
      )}
    </th>
  );
}
