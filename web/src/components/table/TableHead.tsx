import { Icon } from "@/components/ui/Icon";
import { TickBox } from "@/components/ui/TickBox";
import type { Sort } from "@/lib/address/viewState";
import { usePressed } from "@/lib/browser/usePressed";
import {
  type Column,
  directionWords,
  headerText,
  narrowest,
  readsFromStart,
  sortedBy,
} from "./columns";
import { placeName } from "./grid/gridKeys";

type Selection = { all: boolean; some: boolean; onAll: () => void };

type TableHeadProps<Row> = {
  columns: ReadonlyArray<Column<Row>>;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
  activeColumn: number | null;
  selection: Selection | null;
};

const headClass =
  "h-(--row-h-header) whitespace-nowrap border-line border-y border-b-line-strong bg-surface-2 text-xs font-medium text-text-3 cond";

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, onSort, activeColumn, selection } = props;
  const [sort, press] = usePressed(props.sort, (next) => next && onSort?.(next));
  const shift = selection ? 1 : 0;
  return (
    <thead className="sticky top-0 z-20">
      <tr aria-rowindex={1}>
        {selection && (
          <th className={`${headClass} w-[34px] ps-(--card-pad) text-center`}>
            <TickBox
              aria-label="Select all rows of this page"
              data-cell={placeName({ row: -1, column: 0 })}
              tabIndex={activeColumn === 0 ? 0 : -1}
              checked={selection.all}
              mixed={selection.some && !selection.all}
              onChange={selection.onAll}
            />
          </th>
        )}
        {columns.map((column, at) => (
          <HeaderCell
            key={column.id}
            column={column}
            first={at === 0}
            inset={at === 0 && !selection}
            last={at === columns.length - 1}
            place={placeName({ row: -1, column: at + shift })}
            tabIndex={activeColumn === at + shift ? 0 : -1}
            direction={sort?.column === column.id ? sort.direction : null}
            onSort={column.sortable && onSort ? () => press(sortedBy(column, sort)) : undefined}
          />
        ))}
      </tr>
    </thead>
  );
}

type HeaderCellProps<Row> = {
  column: Column<Row>;
  first: boolean;
  inset: boolean;
  last: boolean;
  place: string;
  tabIndex: number;
  direction: Sort["direction"] | null;
  onSort: (() => void) | undefined;
};

function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { column, first, inset, last, place, tabIndex, direction, onSort } = props;
  const fromStart = readsFromStart(column.kind);
  const content = (
    <>
      {column.mark}
      <bdi>{headerText(column)}</bdi>
      {direction && <Icon name={direction === "ascending" ? "arrowUp" : "arrowDown"} size={11} />}
    </>
  );
  const look = `inline-flex h-full items-center gap-1 ${fromStart ? "" : "justify-end"}`;
  const pinned = first ? "start-0 z-30 border-e in-data-wide:sticky" : "";
  const start = inset ? "ps-(--card-pad)" : "ps-(--cell-x)";
  return (
    <th
      scope="col"
      {...(onSort ? {} : { "data-cell": place, tabIndex })}
      aria-sort={direction ?? (onSort ? "none" : undefined)}
      title={column.description}
      style={{ minWidth: narrowest(column, first) }}
      className={`${headClass} ${pinned} ${start} ${last ? "pe-(--card-pad)" : "pe-(--cell-x)"} ${fromStart ? "text-start" : "text-end"} ${direction ? "font-semibold text-text" : ""} focus-visible:outline-offset-[-2px]`}
    >
      {onSort ? (
        <button
          type="button"
          data-cell={place}
          tabIndex={tabIndex}
          aria-description={direction ? directionWords(column.kind, direction) : undefined}
          onClick={onSort}
          className={`${look} w-full rounded-xs hover:text-text focus-visible:outline-offset-[-2px] pointer-coarse:min-h-11`}
        >
          {content}
        </button>
      ) : (
        <span className={look}>{content}</span>
      )}
    </th>
  );
}
