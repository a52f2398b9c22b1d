import type { GetAggregateRequest, GetAggregateResponse } from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import { explainedDay } from "@/charts/explanation/explanation";
import { earlierOf, endOf } from "@/charts/measures/intervals";
import { requestOf } from "@/charts/queries/aggregateQuery";
import { slugs } from "@/charts/queries/measures";
import { addMonths, type Day } from "@/lib/dates/day";
import { formatMonth } from "@/lib/format";
import { onDay, type PointQualifier, qualifierOf } from "@/lib/format/qualifiers";
import type { QueryBuilder } from "./entityMeasures";

const shown = 12;

export const monthColumns = [
  { id: "minted", label: "Mints", measure: slugs.minted, unit: "money" },
  { id: "burned", label: "Burns", measure: slugs.burned, unit: "money" },
  { id: "moved", label: "Transfer volume", measure: slugs.transferred, unit: "money" },
  { id: "transactions", label: "Transactions", measure: slugs.transactions, unit: "count" },
  { id: "addresses", label: "Active addresses", measure: slugs.monthlyAddresses, unit: "count" },
] as const;

export type MonthColumn = (typeof monthColumns)[number];

/** A month, and what happened in it, by column. */
export type ActiveMonth = {
  date: Day;
  name: string;
  values: Readonly<Record<MonthColumn["id"], number | null>>;
  net: number | null;
  sample: boolean;
  /** Up to which day each of them is, and what it lacks: days that are withheld, those to come, or both. */
  marks: Readonly<Partial<Record<MonthColumn["id"] | "net", PointQualifier>>>;
};

/** Up to which day the number of a month is, and what it lacks, by its answer. */
function markOf({ total, dates, to }: GetAggregateResponse, date: Day): PointQualifier {
  const end = endOf("month", date);
  const own = onDay(qualifierOf(total.qualifiers, date), earlierOf(end, to));
  const isRunning = date === dates.at(-1) && to < end;
  return isRunning ? { ...own, is_partial: true, is_running: true } : own;
}

/** The requests of a year; answers come in the order of the columns, the net flow last. */
export function monthRequests(query: QueryBuilder, to: Day): ReadonlyArray<GetAggregateRequest> {
  const from = `${addMonths(to, 1 - shown).slice(0, 7)}-01`;
  return [...monthColumns.map(({ measure }) => measure), slugs.netFlow].map((measure) =>
    requestOf(query(measure), { from, to, interval: "month" }),
  );
}

/** The months of a year in which something is known, the newest first. */
export function monthsOf(answers: ReadonlyArray<GetAggregateResponse>): ReadonlyArray<ActiveMonth> {
  const dates = answers[0]?.dates ?? [];
  const months = dates.map((date): ActiveMonth => {
    const at = (column: number) => {
      const answer = answers[column];
      return answer?.total.values[answer.dates.indexOf(date)] ?? null;
    };
    const [minted, burned, moved, transactions, addresses] = monthColumns.map((_, place) =>
      at(place),
    );
    const net = at(monthColumns.length);
    const counts = { minted, burned, moved, transactions, addresses };
    const values = Object.fromEntries(
      Object.entries(counts).map(([id, value]) => [id, value ?? null]),
    ) as ActiveMonth["values"];
    const sample = answers.some(({ total }) => total.has_sample);
    const ids = [...monthColumns.map(({ id }) => id), "net" as const];
    const marks = Object.fromEntries(
      ids.map((id, place) => {
        const answer = answers[place];
        return [id, answer && markOf(answer, date)];
      }),
    ) as ActiveMonth["marks"];
    return { date, name: formatMonth(date), values, net, sample, marks };
  });
  return months
    .filter(({ values }) => Object.values(values).some((value) => value !== null))
    .toReversed();
}

/** The explanation of a number of a month. */
export function explainedMonth(
  column: MonthColumn,
  requests: ReadonlyArray<GetAggregateRequest>,
  { date, name }: ActiveMonth,
): NumberKey | null {
  const request = requests[monthColumns.indexOf(column)];
  return request ? explainedDay(request, date, `${column.label}, ${name}`) : null;
}

/** The explanation of the net flow of a month. */
export function explainedMonthNet(
  requests: ReadonlyArray<GetAggregateRequest>,
  { date, name }: ActiveMonth,
): NumberKey | null {
  const request = requests[monthColumns.length];
  return request ? explainedDay(request, date, `Net flow, ${name}`) : null;
}
