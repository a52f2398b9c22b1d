import type { ReactNode } from "react";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { type Column, headerText, readsFromStart } from "@/components/table/columns";
import type { RowFacts } from "@/components/table/grid/Grid";
import { aboveCover, RowCover, RowLink } from "@/components/table/RowLink";
import { pressRow } from "@/components/table/rowActions";
import { SidewaysScroll } from "@/components/table/SidewaysScroll";
import type { Totals } from "@/components/table/TotalRow";
import { Icon } from "@/components/ui/Icon";
import { type Segment, SegmentedControl } from "@/components/ui/SegmentedControl";
import { Skeleton } from "@/components/ui/Skeleton";
import { type Tab, Tabs } from "@/components/ui/Tabs";
import type { Failure } from "@/lib/failure";

export type LeagueColumn<Row> = Omit<Column<Row>, "sortable" | "hideable" | "defaultHidden"> & {
  /** Shown only where the table has room, which a phone has not. */
  wideOnly?: boolean;
};

type Choice<Value extends string, Item> = {
  label: string;
  options: ReadonlyArray<Item>;
  value: Value;
  onChange: (value: Value) => void;
};

type LeagueTableProps<Row, View extends string, Bucket extends string> = {
  title: string;
  /** Beside the title, such as that it is a sample. */
  mark?: ReactNode;
  /** The rankings, each with the number of its members. */
  views: Choice<View, Tab<View>>;
  /** Which part of the value is ranked by. */
  buckets?: Choice<Bucket, Segment<Bucket>>;
  columns: ReadonlyArray<LeagueColumn<Row>>;
  /** In their order; the first twenty are shown. */
  rows: ReadonlyArray<Row> | undefined;
  /** Under them, without a rank: what makes them up to the total. */
  rest?: ReadonlyArray<Row>;
  facts: RowFacts<Row>;
  /** The column the ranking follows. */
  rankedBy: string;
  totals?: Totals;
  failure?: Failure | null;
  onRetry?: () => void;
  /** Shown in a ranking without rows. */
  empty: string;
  /** Under the table, such as the link to all of them. */
  footer?: ReactNode;
  /** How many rows are expected with those of rest and total, while they are on their way. */
  expected?: number;
};

const longest = 20;

/** The largest of a kind and their shares of the whole. */
export function LeagueTable<Row, View extends string, Bucket extends string>(
  props: LeagueTableProps<Row, View, Bucket>,
) {
  const { title, mark, views, buckets, rows, rest = [], failure, empty } = props;
  const view = views.options.find(({ value }) => value === views.value);
  const any = [...(rows ?? []), ...rest].length > 0;
  return (
    <section
      aria-label={title}
      className="offscreen-free @container min-w-0 rounded-md border border-line bg-surface [--room:943px]"
    >
      <header className="flex min-h-11 flex-wrap items-center gap-2.5 px-(--card-pad) pt-2.5 pb-1">
        <h2 className="flex-1 font-semibold text-md">{title}</h2>
        {mark}
        {buckets && (
          <SegmentedControl
            label={buckets.label}
            segments={buckets.options}
            value={buckets.value}
            onChange={buckets.onChange}
          />
        )}
      </header>
      <div className="[&_[role=tablist]]:ps-(--card-pad)">
        <Tabs
          label={views.label}
          tabs={views.options}
          value={views.value}
          onChange={views.onChange}
        >
          {failure && !rows && (
            <ErrorState failure={failure} what={view?.label ?? title} onRetry={props.onRetry} />
          )}
          {rows && !any && <EmptyState title={empty} />}
          {(rows ? any : !failure) && (
            <Ranking {...props} label={`${title}, ${view?.label ?? ""}`} />
          )}
        </Tabs>
      </div>
      {props.footer && (
        <div className="border-line border-t px-(--card-pad) py-2.5 text-sm text-text-2">
          {props.footer}
        </div>
      )}
    </section>
  );
}

type RankingProps<Row> = Pick<
  LeagueTableProps<Row, string, string>,
  "columns" | "rows" | "rest" | "facts" | "rankedBy" | "totals" | "expected"
> & { label: string };

const cell =
  "h-(--row-h) whitespace-nowrap border-line border-b px-(--cell-x) first:ps-(--card-pad) last:pe-(--card-pad) @max-[560px]:px-1.5";
const head = `${cell} h-(--row-h-header) bg-surface-2 border-b-line-strong text-xs font-medium text-text-3 cond`;
const rank = "w-10 text-end @max-[560px]:hidden";
const first = "text-start @max-[560px]:ps-(--card-pad)";

function alignment<Row>(column: LeagueColumn<Row>): string {
  const wide = column.wideOnly ? "@max-[560px]:hidden" : "";
  return `${wide} ${readsFromStart(column.kind) ? "text-start" : "num text-end"}`;
}

function Ranking<Row>(props: RankingProps<Row>) {
  const { label, columns, rows, rest = [], rankedBy, totals, expected = 10 } = props;
  return (
    <SidewaysScroll>
      <div className="w-max min-w-full overflow-x-clip rounded-b-md">
        <table
          aria-label={label}
          aria-busy={rows === undefined}
          className="w-full border-separate border-spacing-0 text-(length:--text-table) @max-[860px]:[--cell-x:6px]"
        >
          <thead>
            <tr>
              <th scope="col" className={`${head} ${rank}`}>
                <span aria-hidden="true">#</span>
                <span className="sr-only">Rank</span>
              </th>
              {columns.map((column, at) => (
                <th
                  key={column.id}
                  scope="col"
                  title={column.description}
                  aria-sort={column.id === rankedBy ? "descending" : undefined}
                  className={`${head} ${alignment(column)} ${at === 0 ? first : ""} ${column.id === rankedBy ? "font-semibold text-text" : ""}`}
                >
                  <span className="inline-flex items-center gap-1">
                    {column.mark}
                    <bdi>{headerText(column)}</bdi>
                    {column.id === rankedBy && <Icon name="arrowDown" size={11} />}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the row's link takes the keys. */}
          <tbody onClick={pressRow} onAuxClick={pressRow}>
            {rows?.slice(0, longest).map((row, index) => (
              <RankedRow key={props.facts.id(row)} {...props} row={row} index={index} />
            ))}
            {rest.map((row) => (
              <RankedRow key={props.facts.id(row)} {...props} row={row} index={null} />
            ))}
            {!rows && <WaitingRows columns={columns} count={expected} />}
          </tbody>
          {totals && <LeagueTotal totals={totals} columns={columns} />}
        </table>
      </div>
    </SidewaysScroll>
  );
}

function RankedRow<Row>(props: RankingProps<Row> & { row: Row; index: number | null }) {
  const { row, index, columns, facts, rankedBy } = props;
  const href = facts.href?.(row) ?? null;
  return (
    <tr className="group/row hover:bg-surface-2">
      <td className={`${cell} ${rank} num text-text-3`}>{index !== null && index + 1}</td>
      {columns.map((column, at) => {
        const content = column.cell(row);
        if (at === 0) {
          return (
            <th key={column.id} scope="row" className={`${cell} ${first} relative font-medium`}>
              <div className="max-w-60 truncate @max-[560px]:max-w-36">
                {href === null ? (
                  content
                ) : (
                  <RowLink href={href} name={facts.name(row)}>
                    {content}
                  </RowLink>
                )}
              </div>
            </th>
          );
        }
        return (
          <td
            key={column.id}
            className={`${cell} ${aboveCover} ${alignment(column)} ${at === 1 ? "relative" : ""} ${column.id === rankedBy ? "font-medium" : ""}`}
          >
            {at === 1 && href !== null && <RowCover href={href} />}
            {content}
          </td>
        );
      })}
    </tr>
  );
}

type ColumnsOf<Row> = { columns: ReadonlyArray<LeagueColumn<Row>> };

function LeagueTotal<Row>({ totals, columns }: ColumnsOf<Row> & { totals: Totals }) {
  const look = "border-t border-t-line-strong border-b-0 bg-surface-2 font-semibold";
  return (
    <tfoot>
      <tr>
        <td className={`${cell} ${look} ${rank}`} />
        {columns.map((column, at) =>
          at === 0 ? (
            <th key={column.id} scope="row" className={`${cell} ${look} ${first}`}>
              {totals.label}
            </th>
          ) : (
            <td key={column.id} className={`${cell} ${look} ${alignment(column)}`}>
              {totals.cells[column.id]}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}

function WaitingRows<Row>({ columns, count }: ColumnsOf<Row> & { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are alike.
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a skeleton cannot have the focus.
    <tr key={row} aria-hidden="true">
      <td className={`${cell} ${rank}`} />
      {columns.map((column, at) => (
        <td key={column.id} className={`${cell} ${alignment(column)} ${at === 0 ? first : ""}`}>
          <div
            style={{ width: at === 0 ? 80 + ((row * 37) % 60) : 44 }}
            className={readsFromStart(column.kind) ? "" : "ms-auto"}
          >
            <Skeleton className="h-2.5 rounded-[3px]" />
          </div>
        </td>
      ))}
    </tr>
  ));
}
