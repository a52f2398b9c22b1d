import type { NumberKey } from "@/app-state/numberExplanation";
import { addDays, type Day } from "@/lib/dates/day";
import { sumOfKnown } from "@/lib/exactSum";
import { formatAmountExact, formatDay, formatPointChange } from "@/lib/format";
import { indexAtOrAfter, indexAtOrBefore } from "../dates";
import type { LegendColumn } from "../legend/legend";
import { exactText } from "../measures/units";
import type { Value } from "../types";
import { type ChartNumbers, changeDays, type SeriesId } from "./chartNumbers";
import { explainedChange, explainedShare, type NumberPart } from "./numberParts";

const together = "Total";

type Charted = Pick<ChartNumbers, "data">;

function seriesOf({ data }: Charted, whose: SeriesId) {
  return data.series.filter(({ id, role }) =>
    whose === null ? role !== "reference" : id === whose,
  );
}

/** The value of a series on a day, or that of all together. */
export function valueAt(chart: Charted, whose: SeriesId, day: Day): Value {
  const at = indexAtOrBefore(chart.data.days, day);
  return sumOfKnown(seriesOf(chart, whose).map(({ values }) => values[at]));
}

/** Whether a series includes sample data, or one of all together. */
export function isSampled(chart: Charted, whose: SeriesId): boolean {
  return seriesOf(chart, whose).some(({ sample }) => sample);
}

type KnownPart = { part: NumberPart; value: number };

/** A value with what explains it, named by its day where it has no other name. */
function knownOf(chart: ChartNumbers, whose: SeriesId, day: Day, name?: string): KnownPart | null {
  const { data, unitOf, numberOf } = chart;
  const value = valueAt(chart, whose, day);
  const number = value === null ? null : numberOf(whose, day);
  if (value === null || number === null) return null;
  const when = data.names?.[data.days.indexOf(day)] ?? formatDay(day);
  const sample = isSampled(chart, whose);
  const figure = exactText(value, unitOf(whose));
  return { part: { name: name ?? when, figure, number, sample }, value };
}

/** The first day of the range on which a line has a value, which is 100. */
function startOf(
  { data: { days, series } }: ChartNumbers,
  whose: SeriesId,
  start: Day,
): Day | null {
  const values = series.find(({ id }) => id === whose)?.values ?? [];
  const from = indexAtOrAfter(days, start);
  return days.find((_, at) => at >= from && (values[at] ?? null) !== null) ?? null;
}

function explainedIndex(chart: ChartNumbers, whose: SeriesId, day: Day, name: string, start: Day) {
  const first = startOf(chart, whose, start);
  const now = knownOf(chart, whose, day);
  const base = first && knownOf(chart, whose, first);
  if (!now || !base || base.value <= 0) return null;
  return {
    kind: "several" as const,
    name: `${name}, start of the range = 100`,
    items: first === day ? [now.part] : [now.part, base.part],
    method:
      first === day
        ? "The first value of the range."
        : "The first input divided by the second, times 100.",
    figure: formatAmountExact((now.value / base.value) * 100),
  };
}

function explainedSince(chart: ChartNumbers, whose: SeriesId, day: Day, name: string) {
  const newest = chart.data.series.find(({ id }) => id === whose)?.newest;
  // A value repeated after its newest day does not mean that nothing changed.
  const last = newest !== undefined && newest < day ? newest : day;
  const now = knownOf(chart, whose, last);
  const before = knownOf(chart, whose, addDays(last, -changeDays));
  if (!now || !before) return null;
  if (chart.unitOf(whose).unit !== "ratio")
    return explainedChange(name, now.part, before.part, now.value / before.value - 1);
  return {
    kind: "several" as const,
    name: `Change of ${name}`,
    items: [now.part, before.part],
    method: "The first input minus the second.",
    figure: formatPointChange(now.value - before.value, "share"),
  };
}

function explainedSeriesShare(chart: ChartNumbers, whose: SeriesId, day: Day, name: string) {
  const part = knownOf(chart, whose, day, name);
  const whole = knownOf(chart, null, day, together);
  if (!part || !whole || whole.value === 0) return null;
  return explainedShare(name, part.part, whole.part, part.value / whole.value);
}

/** The explanation of a figure in a legend; null where only the number behind it can be explained. */
export function explainedFigure(
  chart: ChartNumbers,
  { whose, day, column }: { whose: SeriesId; day: Day; column: LegendColumn },
): NumberKey | null {
  const { numberOf, start, data } = chart;
  const name = data.series.find(({ id }) => id === whose)?.name ?? together;
  if (column === "change") return explainedSince(chart, whose, day, name);
  // All together are the whole of themselves.
  if (column === "share" && whose !== null) return explainedSeriesShare(chart, whose, day, name);
  return start === null ? numberOf(whose, day) : explainedIndex(chart, whose, day, name, start);
}
