import type { GetAggregateResponse, SeriesInterval } from "@/api/contract";
import { addDays, addMonths, type Day } from "@/lib/dates/day";
import type { Step } from "../addressParameters";
import { groupSeries, type SeriesInput, timeData } from "../data/timeData";
import { lackingGap, lackingText } from "../data/withheldLabel";
import type { Measure } from "../measures/measure";
import type { EntityName } from "../measures/names";
import { intervalsOf } from "../measures/offers";
import type { Range } from "../range";
import type { TimeData } from "../types";

/** Before the first of all series. */
const beginning = "2018-01-01";

export function rangeFrom(range: Range, to: Day): Day {
  if (range === "All") return beginning;
  if (range === "1Y") return addMonths(to, -12);
  return addDays(to, range === "30D" ? -30 : -90);
}

/** How far apart the points are: as close as the width of a chart can show and the measure allows. */
export function intervalOf(
  step: Step,
  range: Range,
  sums: boolean,
  measure: Measure,
): SeriesInterval {
  if (step !== "auto") return step;
  // Distinct things have one value in the time that they are counted in, and gaps in any shorter one.
  if (measure.kind === "distinct") return measure.native ?? "day";
  const fitting = fittingInterval(range, sums);
  const allowed = intervalsOf(measure);
  return allowed.includes(fitting) ? fitting : (allowed[0] ?? fitting);
}

function fittingInterval(range: Range, sums: boolean): SeriesInterval {
  if (sums) return range === "30D" ? "day" : range === "All" ? "month" : "week";
  return range === "All" ? "week" : "day";
}

type Gap = { from: string; to: string; reason: string; sentence?: string };

/** Days between known ones on which the sum is not known, with the reason where that is withheld. */
function gapsOf(
  answer: GetAggregateResponse,
  dates: ReadonlyArray<string>,
  values: ReadonlyArray<number | null>,
) {
  const end = values.findLastIndex((value) => value !== null);
  const gaps: Gap[] = [];
  let from: string | null = null;
  for (let place = values.findIndex((value) => value !== null); place <= end; place += 1) {
    const date = dates[place];
    if (place < 0 || date === undefined) break;
    const missing = (values[place] ?? null) === null;
    if (missing && from === null) from = date;
    if (!missing && from !== null) {
      const lacking = lackingGap(answer, from);
      gaps.push({ from, to: dates[place - 1] ?? date, reason: "no value known", ...lacking });
      from = null;
    }
  }
  return gaps;
}

type ChartDataOptions = {
  names: ReadonlyMap<string, Pick<EntityName, "name">>;
  byClass: boolean;
  /** Sums of days, or changes. */
  adds: boolean;
  /** The name of all groups together. */
  all: string;
  /** The name of the members without a group. */
  without: string;
  /** Whether all that have no line of their own are left out. */
  apart?: boolean;
  /** Lines beside those of the answer. */
  references?: readonly SeriesInput[];
};

export function chartData(answer: GetAggregateResponse, shown: ChartDataOptions): TimeData {
  const { names, byClass, all, without } = shown;
  const grouped = groupSeries(answer, { names, byClass, all, without });
  const parts = shown.apart ? grouped.filter(({ role }) => role !== "other") : grouped;
  const inputs = [...parts, ...(shown.references ?? [])];
  const data = timeData(answer, inputs, shown.adds);
  const first = answer.dates.indexOf(data.days[0] ?? "");
  const whole = answer.total.values.slice(Math.max(0, first)).slice(0, data.days.length);
  return { ...data, gaps: gapsOf(answer, data.days, whole) };
}

/** "Coverage 98.6% of 418 series. Withheld: Alder Fund (sources disagree)." */
export function coverageText(answer: GetAggregateResponse | undefined): string | undefined {
  const total = answer?.total;
  if (!total || total.member_count === 0) return undefined;
  const place = total.coverage.findLastIndex((each) => each !== null);
  const coverage = total.coverage[place] ?? null;
  if (coverage === null) return undefined;
  const count = `${total.member_count} series`;
  if (coverage >= 1) return `Coverage 100% of ${count}.`;
  const lacking = lackingText(answer, answer.dates[place] ?? "");
  const withheld = lacking === null ? "" : ` Withheld: ${lacking}.`;
  return `Coverage ${(coverage * 100).toFixed(1)}% of ${count}.${withheld}`;
}
