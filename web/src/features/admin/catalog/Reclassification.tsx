import { useState } from "react";
import type { GetAggregateRequest, GetAggregateResponse, RecordChangeEntry } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import { type Answer, useAggregates } from "@/api/series";
import type { NumberKey } from "@/app-state/numberExplanation";
import { type Names, useNames } from "@/charts/measures/names";
import { slugs } from "@/charts/queries/measures";
import { ErrorState } from "@/components/states/ErrorState";
import type { Column } from "@/components/table/columns";
import { Table } from "@/components/table/Table";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Link } from "@/components/ui/links/Link";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Money } from "@/components/ui/text/Figure";
import { addDays, type Day, lastDay } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import { ExplainNumber } from "@/records/ExplainNumber";

type Change = {
  classes: readonly [earlier: string, later: string];
  /** When it was made. */
  at: string;
  /** The first day of the later class; null if it is that of all days. */
  from: Day | null;
};

/** The classes between which a change moved an asset; null for any other change. */
export function reclassificationOf(entry: RecordChangeEntry): Change | null {
  const earlier = entry.before?.asset_class_slug;
  const later = entry.after?.asset_class_slug;
  if (entry.resource !== "assets" || typeof earlier !== "string" || typeof later !== "string")
    return null;
  const { classified_on } = entry.after ?? {};
  const from = typeof classified_on === "string" ? classified_on : null;
  return earlier === later ? null : { classes: [earlier, later], at: entry.changed_at, from };
}

/** The value of a class as known at an instant. */
function requestOf(classSlug: string, asOf: string): GetAggregateRequest {
  const filter = where("asset_class", "equals", classSlug);
  return { measure: slugs.value, subject_kind: "asset", filter, interval: "day", as_of: asOf };
}

/** The chart of both classes; charts are as of the end of a day, and never of one that is not over. */
function chartOf({ classes }: Change, asOf: Day): string {
  const params = new URLSearchParams({ filter: `asset_class:is:${classes.join(",")}` });
  if (asOf <= lastDay()) params.set("as_of", asOf);
  return `/assets/timeseries?${params}`;
}

type ClassTotal = Answer<GetAggregateResponse>;

type Total = { request: GetAggregateRequest; answer: ClassTotal | undefined };

/** A class with its totals before and after the change. */
type ClassTotals = { name: string; day: Day; totals: readonly Total[] };

const times = ["Before", "After"] as const;

const columns: ReadonlyArray<Column<ClassTotals>> = [
  { id: "class", header: "Class", kind: "text", cell: ({ name }) => <bdi>{name}</bdi> },
  ...times.map(
    (time, place): Column<ClassTotals> => ({
      id: time,
      header: time,
      kind: "money",
      cell: (row) => <TotalCell row={row} time={time} total={row.totals[place]} />,
    }),
  ),
];

type TotalCellProps = {
  row: ClassTotals;
  time: (typeof times)[number];
  total: Total | undefined;
};

/** One total with its explanation. */
function TotalCell({ row: { name, day }, time, total }: TotalCellProps) {
  const data = total?.answer?.data;
  const value = data?.total.values[0] ?? null;
  const number: NumberKey | null = total
    ? { kind: "aggregate", of: total.request, date: day, name }
    : null;
  return (
    <>
      {data?.total.has_sample && <SampleTag short />}{" "}
      <ExplainNumber
        number={value === null ? null : number}
        label={`${name} ${time.toLowerCase()} the change`}
      >
        <Money value={value} reason="Not available" />
      </ExplainNumber>
    </>
  );
}

/** An asset that moved from one class to another; the totals of both are loaded once they are opened. */
export function Reclassification({ change }: { change: Change }) {
  const { classes, at } = change;
  const [isLoaded, setLoaded] = useState(false);
  const names = useNames("asset_classes", classes);
  const [earlier, later] = classes.map((slug) => names.get(slug)?.name ?? slug);
  return (
    <details
      className="mt-1 text-sm"
      onToggle={({ currentTarget }) => currentTarget.open && setLoaded(true)}
    >
      <summary className="min-h-6 cursor-pointer rounded-sm text-text-2 hover:text-text pointer-coarse:py-3">
        Totals before and after the change from <bdi>{earlier}</bdi> to <bdi>{later}</bdi> on{" "}
        {formatDay(at.slice(0, 10))}
      </summary>
      {isLoaded && <ClassesBeforeAndAfter change={change} names={names} />}
    </details>
  );
}

type ClassesProps = { change: Change; names: Names };

/** The totals of both classes just before and after the change. */
function ClassesBeforeAndAfter({ change, names }: ClassesProps) {
  const { classes, at } = change;
  const [earlier, later] = classes;
  // The class counts from this day at the latest, so that the totals of the day differ by the asset alone.
  const day = at.slice(0, 10);
  const instants = [new Date(Date.parse(at) - 1).toISOString(), at];
  const requests = classes.flatMap((slug) => instants.map((asOf) => requestOf(slug, asOf)));
  const answers = useAggregates(requests.map((request) => ({ ...request, from: day, to: day })));
  const refetch = () => void Promise.all(answers.map((answer) => answer.refetch()));

  const rows = classes.map((slug, place) => ({
    name: names.get(slug)?.name ?? slug,
    day,
    totals: requests
      .map((request, at): Total => ({ request, answer: answers[at] }))
      .slice(place * times.length, (place + 1) * times.length),
  }));

  const failed = answers.find(({ data, error }) => !data && error);
  if (failed)
    return (
      <ErrorState
        what="The totals of the classes"
        failure={describeFailure(failed.error)}
        onRetry={refetch}
      />
    );
  if (answers.some(({ data }) => !data))
    return (
      <Loading label="Loading the totals of the classes">
        <Skeleton className="mt-2 h-24 w-full rounded-sm" />
      </Loading>
    );
  return (
    <section aria-label="Totals before and after" className="mt-2">
      <p className="pb-1 text-text-2">
        Value of both classes on {formatDay(day)}, as known just before and after the change
      </p>
      <Table
        label={`Totals before and after ${formatDay(day)}`}
        variant="card"
        columns={columns}
        rows={rows}
        facts={{ id: ({ name }) => name, name: ({ name }) => name }}
      />
      {isAnyUnchanged(answers) && (
        <p className="mt-1 text-text-2">
          At least one total is equal before and after: the asset has no value on this day, it is
          sample data that the page leaves out, or the change has not reached the total yet.{" "}
          <Button size="small" onClick={refetch}>
            Refresh
          </Button>
        </p>
      )}
      <p className="mt-1 text-text-2">
        Until its class changes again, charts count the asset in{" "}
        <bdi>{names.get(later)?.name ?? later}</bdi>{" "}
        {change.from === null
          ? "on all its days."
          : `from ${formatDay(change.from)} on, and in the class before on earlier days.`}{" "}
        Charts as of an earlier state count it in <bdi>{names.get(earlier)?.name ?? earlier}</bdi>.
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4">
        <ChartLink href={chartOf(change, addDays(day, -1))}>Chart before the change</ChartLink>
        <ChartLink href={chartOf(change, day)}>Chart after the change</ChartLink>
      </p>
    </section>
  );
}

function isAnyUnchanged(answers: ReadonlyArray<ClassTotal>): boolean {
  const [earlier, earlierAfter, later, laterAfter] = answers.map(
    ({ data }) => data?.total.values[0] ?? null,
  );
  return earlier === earlierAfter || later === laterAfter;
}

function ChartLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="rounded-sm text-accent hover:underline">
      {children}
    </Link>
  );
}
