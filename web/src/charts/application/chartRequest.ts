import type { GetAggregateRequest } from "@/api/contract";
import { addDays, type Day, lastDay } from "@/lib/dates/day";
import { daysBefore } from "../calculation";
import { mostCompared } from "../comparedSeries";
import { lastMonthEnd } from "../measures/intervals";
import { every, requestOf, where } from "../queries/aggregateQuery";
import { mostBands } from "../time/bands";
import { rangeFrom } from "./chartData";
import { type ChartView, shownInterval } from "./chartView";

/** The request of a chart, and the last day that it asks for. */
export function chartRequest(view: ChartView): { request: GetAggregateRequest; to: Day } {
  const { chart, measure, group, range, mode, compared } = view;
  const day = lastDay();
  const interval = shownInterval(view, measure);
  const from = addDays(rangeFrom(range, day), -daysBefore(view.calculation));
  // A month that is not over has no count, and the largest are those of the last interval.
  const isWhole = measure.kind === "distinct" && interval === "month";
  const to = isWhole ? lastMonthEnd(day) : day;
  const span = { from, to, interval, mode };
  if (group.by === "none") return { request: requestOf(chart.query, span), to };
  const field = group.by === "token" ? "slug" : group.by;
  const filter = every([
    chart.query.filter,
    compared.length > 0 ? where(field, "in", [...compared]) : null,
  ]);
  const query = { ...chart.query, ...(filter && { filter }) };
  const limit = compared.length > 0 ? mostCompared : mostBands;
  return { request: requestOf(query, span, { by: group.by, limit }), to };
}
