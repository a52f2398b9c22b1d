import { type ReactNode, useDeferredValue, useMemo } from "react";
import type { PlanType } from "@/api/contract";
import { commonPlans } from "@/api/plans";
import { PlanNote } from "@/components/plans/PlanNote";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import type { Column } from "@/components/table/columns";
import { Grid, type GridProps } from "@/components/table/grid/Grid";
import type { Selection } from "@/components/table/grid/useSelect";
import { RowSkeletons } from "@/components/table/RowSkeletons";
import type { RowFacts } from "@/components/table/Table";
import type { Totals } from "@/components/table/TotalRow";
import type { Sort, ViewState } from "@/lib/address/viewState";
import { phoneQuery, useMediaQuery } from "@/lib/browser/mediaQuery";
import type { Failure } from "@/lib/failure";
import { NumbersNotice } from "../numbers/NumbersNotice";
import { useMarkedFacts, useRowNumbers } from "../numbers/rowNumbers";
import { ColumnPicker } from "./ColumnPicker";
import { visibleColumns } from "./columnChoice";
import { sortText } from "./columnNames";
import { changePageSize, type Paging, rangeText } from "./paging";
import { RefreshNotice } from "./RefreshNotice";
import { SortSelect } from "./SortSelect";
import { type CardLayout, CardSkeletons, TableCards } from "./TableCards";
import { TableFooter } from "./TableFooter";

export type TableState = Pick<ViewState, "sort" | "page" | "columns" | "perPage">;

export type DataTableProps<Row> = {
  /** The plural of a row: "Assets". */
  label: string;
  /** Written once outside the component or kept by useMemo; a new list draws every row again. */
  columns: ReadonlyArray<Column<Row>>;
  /** All columns to choose from and to sort by, where the table leaves some of them out. */
  choices?: ReadonlyArray<Column<Row>>;
  facts: RowFacts<Row>;
  /** Undefined until the first answer; the old ones stay while the next are loading. */
  rows: ReadonlyArray<Row> | undefined;
  paging: Paging;
  /** The sizes of a page to choose from; without them there is one. */
  sizes?: ReadonlyArray<number>;
  state: TableState;
  onStateChange: (state: TableState) => void;
  refreshing?: boolean;
  /** The rows could not be sorted by their usual number, and stand in another order. */
  isUnsorted?: boolean;
  failure?: Failure | null;
  onRetry?: () => void;
  empty: { title: string; text?: ReactNode; action?: ReactNode };
  /** Without it the table stays a table on phones. */
  cards?: CardLayout<Row>;
  selection?: Selection;
  totals?: Totals;
  coverage?: ReactNode;
  /** The plans that include the rows and fields which that of the reader leaves out. */
  plans?: readonly PlanType[];
  /** At the start of the toolbar, such as the filters. */
  toolbar?: ReactNode;
  /** At the end of the toolbar, such as the export. */
  actions?: ReactNode;
  /** False where all columns are always shown. */
  pickColumns?: boolean;
};

const longestSkeleton = 40;

/** A table whose rows a server sorts, filters and pages: it shows the rows that it receives and reports every change of the view. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, choices = columns, rows, paging, state, onStateChange } = props;
  const { failure = null } = props;
  const numbers = useRowNumbers();
  const refreshing = (props.refreshing ?? false) && rows !== undefined;
  return (
    <section
      aria-label={label}
      className="offscreen-free min-w-0 rounded-md border border-line bg-surface [--room:720px]"
    >
      <Toolbar {...props} />
      <RefreshNotice
        what={label}
        refreshing={refreshing}
        failure={rows === undefined ? null : failure}
        onRetry={props.onRetry}
      />
      <NumbersNotice isUnsorted={props.isUnsorted ?? false} onRetry={props.onRetry} />
      <PlanNote
        plans={commonPlans([props.plans ?? [], numbers?.plans ?? []])}
        className="border-line border-t px-(--card-pad) py-1.5"
      />
      <Rows {...props} />
      {!failure && rows?.length !== 0 && (
        <TableFooter
          coverage={props.coverage}
          paging={paging}
          rows={rows?.length ?? null}
          onPage={(page) => onStateChange({ ...state, page })}
          sizes={props.sizes}
          onSize={(perPage) => onStateChange({ ...state, ...changePageSize(paging, perPage) })}
        />
      )}
      <p role="status" className="sr-only">
        {rows
          ? [sortText(choices, state.sort), rangeText(paging, rows.length)].join(". ")
          : !failure && `Loading ${label.toLowerCase()}`}
      </p>
    </section>
  );
}

function Toolbar<Row>(props: DataTableProps<Row>) {
  const { columns, choices = columns, state, onStateChange, cards, toolbar, actions } = props;
  const { pickColumns = true } = props;
  return (
    <div className="flex min-h-[46px] flex-wrap items-center gap-1.5 px-(--card-pad) py-2">
      <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-1.5">{toolbar}</div>
      {cards && (
        <SortSelect
          columns={choices}
          sort={state.sort}
          onSort={(sort) => onStateChange({ ...state, sort, page: null })}
        />
      )}
      {pickColumns && (
        <div className={cards ? "max-md:hidden" : ""}>
          <ColumnPicker
            columns={choices}
            chosen={state.columns}
            onChange={(chosen) => onStateChange({ ...state, columns: chosen })}
          />
        </div>
      )}
      {actions}
    </div>
  );
}

function Rows<Row>(props: DataTableProps<Row>) {
  const { label, paging, state, failure, cards, empty } = props;
  const facts = useMarkedFacts(props.facts);
  // A press paints its own answer first; a hundred rows follow when the browser has time.
  const rows = useDeferredValue(props.rows);
  const columns = useDeferredValue(props.columns);
  const phone = useMediaQuery(phoneQuery);
  const visible = useMemo(() => visibleColumns(columns, state.columns), [columns, state.columns]);
  const grid = {
    label,
    columns: visible,
    facts,
    sort: state.sort,
    onSort: (sort: Sort) => props.onStateChange({ ...state, sort, page: null }),
    selection: props.selection,
    totals: props.totals,
    busy: (props.refreshing ?? false) || rows !== props.rows,
  };
  if (!rows && failure) {
    return (
      <div className="border-line border-t">
        <ErrorState failure={failure} what={label} onRetry={props.onRetry} />
      </div>
    );
  }
  if (!rows) return <LoadingRows {...grid} cards={cards} size={paging.size} />;
  if (rows.length === 0) {
    return (
      <div className="border-line border-t">
        <EmptyState title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      </div>
    );
  }
  if (phone && cards) {
    return <TableCards {...grid} rows={rows} columns={columns} layout={cards} />;
  }
  return <Grid {...grid} rows={rows} total={paging.total} offset={paging.offset ?? 0} />;
}

type LoadingRowsProps<Row> = Omit<GridProps<Row>, "rows"> & {
  cards: CardLayout<Row> | undefined;
  size: number;
};

/** The exported page does not know the width of the window, so it holds both skeletons and the style sheet chooses. */
function LoadingRows<Row>({ cards, size, ...grid }: LoadingRowsProps<Row>) {
  const count = Math.min(size, longestSkeleton);
  return (
    <>
      <div className={cards ? "max-md:hidden" : ""}>
        <Grid
          {...grid}
          rows={[]}
          busy={true}
          placeholder={
            <RowSkeletons
              columns={grid.columns}
              count={count}
              variant="page"
              lead={grid.selection && "select"}
            />
          }
        />
      </div>
      {cards && (
        <div className="md:hidden">
          <CardSkeletons count={Math.min(count, 12)} layout={cards} />
        </div>
      )}
    </>
  );
}
