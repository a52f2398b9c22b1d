import type { ReactNode } from "react";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import type { Column } from "@/components/table/columns";
import { RowSkeletons } from "@/components/table/RowSkeletons";
import { SidewaysScroll } from "@/components/table/SidewaysScroll";
import { type RowFacts, Table } from "@/components/table/Table";
import type { Totals } from "@/components/table/TotalRow";
import { type Segment, SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { type Tab, Tabs } from "@/components/ui/tabs/Tabs";
import type { Failure } from "@/lib/failure";
import { mostLeagueRows } from "./leagueRows";

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
  /** The choice of the part of the value that is ranked by. */
  buckets?: Choice<Bucket, Segment<Bucket>>;
  /** Under the title, where something of the address does not apply. */
  notice?: ReactNode;
  columns: ReadonlyArray<Column<Row>>;
  /** In their order; the first of them are shown. */
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
      {props.notice}
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

function Ranking<Row>(props: RankingProps<Row>) {
  const { label, columns, facts, rankedBy, totals, rest = [], expected = 10 } = props;
  const ranked = props.rows?.slice(0, mostLeagueRows);
  return (
    <SidewaysScroll>
      <div className="w-max min-w-full overflow-x-clip rounded-b-md @max-[860px]:[--cell-x:6px]">
        <Table
          label={label}
          variant="card"
          columns={columns}
          rows={ranked ? [...ranked, ...rest] : rest}
          facts={facts}
          sort={{ column: rankedBy, direction: "descending" }}
          lead={{ kind: "rank" }}
          ranks={ranked?.length ?? 0}
          totals={totals}
          busy={ranked === undefined}
          placeholder={
            !ranked && (
              <RowSkeletons columns={columns} count={expected} variant="card" lead="rank" />
            )
          }
        />
      </div>
    </SidewaysScroll>
  );
}
