import type { NumberKey } from "@/app-state/numberExplanation";
import type { Day } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import { qualifierOf } from "@/lib/format/qualifiers";
import { type Calculation, windowOf } from "../calculation";
import { indexAtOrAfter } from "../dates";
import type { SeriesId } from "../explanation/chartNumbers";
import type { NumberPart } from "../explanation/numberParts";
import { exactDigits } from "../formatValues";
import { earlierOf } from "../measures/intervals";
import { exactText } from "../measures/units";
import type { ChartSeries, ChartState, ChartUnit, Qualifier, TimeData, Value } from "../types";
import {
  commonReturns,
  drawdownOf,
  longestStep,
  peakPlace,
  ratioOf,
  rollingCorrelation,
  spreadOf,
} from "./calculations";
import type { ShownChart } from "./shownChart";

type Units = (id: string) => string;

type Settings = {
  calculation: Calculation;
  /** The series that the others are compared with, by its id; another text stands for the default. */
  base: string;
  /** The first day shown, from which a drawdown counts. */
  from: Day | null;
  /** Whether no longer range can be chosen. */
  isLongest?: boolean;
};

/** The calculated series of a chart, or why there is none. */
export type CalculatedChart = Settings & {
  data: TimeData;
  compared: ChartSeries | null;
  refusal: Extract<ChartState, { status: "empty" }> | null;
};

/** The series that the others are compared with: the chosen one, else the first benchmark, else the first series. */
function comparedWith({ series }: TimeData, base: string): ChartSeries | null {
  const own = series.filter(({ role }) => role !== "other");
  return own.find(({ id }) => id === base) ?? own.find(({ role }) => role) ?? own[0] ?? null;
}

function empty(title: string, text: string): CalculatedChart["refusal"] {
  return { status: "empty", title, text };
}

type Comparison = Pick<Settings, "calculation" | "isLongest"> & { units: Units };

function pairValues(
  one: ChartSeries,
  compared: ChartSeries,
  { calculation, units }: Comparison,
): readonly Value[] {
  if (calculation === "ratio") return ratioOf(one.values, compared.values);
  const spread = spreadOf(one.values, compared.values);
  if (units(one.id) !== "ratio") return spread;
  // Rates differ by percentage points: the same digits, with the point two places further.
  return spread.map((value) => (value === null ? null : Number(`${exactDigits(value)}e2`)));
}

const joints: Partial<Record<Calculation, string>> = { spread: "−", ratio: "/" };

/** The qualifiers of results, day by day: what qualifies one of their values qualifies them. */
function jointQualifiers(pair: readonly ChartSeries[], days: readonly Day[]): Qualifier[] {
  return days.flatMap((day) => {
    const found = pair.flatMap(({ qualifiers }) => qualifierOf(qualifiers, day) ?? []);
    if (found.length === 0) return [];
    const isAny = (flag: keyof Qualifier) => found.some((one) => one[flag]);
    const oldest = found.flatMap((one) => one.value_date ?? []).toSorted()[0] ?? null;
    return {
      ...{ from: day, to: day, value_date: oldest, is_carried: isAny("is_carried") },
      ...{ is_average: isAny("is_average"), spans_gap: isAny("spans_gap") },
      ...{ is_partial: isAny("is_partial"), lacks_days: isAny("lacks_days") },
      ...(isAny("is_running") && { is_running: true as const }),
    };
  });
}

function varying(series: ChartSeries, units: Units) {
  return { series, isRate: units(series.id) === "ratio" };
}

/** A correlation is of many days: what qualifies one value does not qualify it, but it stands until the next return. */
function correlated(
  pair: readonly [ChartSeries, ChartSeries],
  days: readonly Day[],
  { window, units }: { window: number; units: Units },
) {
  const [one, other] = pair;
  const made = rollingCorrelation(days, [varying(one, units), varying(other, units)], window);
  const lastOf = (place: number) => days[made[place]?.last ?? days.length];
  const qualifiers = days.flatMap((day, place): Qualifier[] => {
    const last = lastOf(place);
    if (last === undefined || last === day) return [];
    const plain = { is_partial: false, is_average: false, spans_gap: false, lacks_days: false };
    return [{ from: day, to: day, value_date: last, is_carried: true, ...plain }];
  });
  const fileFlags = ["value_date", "is_carried"] as const;
  const values = made.map(({ value }) => value);
  return { values, qualifiers, newest: lastOf(days.length - 1), fileFlags };
}

function pairOf(
  one: ChartSeries,
  compared: ChartSeries,
  days: readonly Day[],
  comparison: Comparison,
): ChartSeries {
  const { calculation, units } = comparison;
  const name = `${one.name} ${joints[calculation] ?? "with"} ${compared.name}`;
  const sample = one.sample || compared.sample;
  // How many members are sample data is known of each series alone.
  const plain = { role: undefined, until: undefined, sampleNote: undefined };
  const shared = { ...one, ...plain, name, sample };
  const window = windowOf(calculation);
  if (window !== null)
    return { ...shared, ...correlated([one, compared], days, { window, units }) };
  const last = one.newest && compared.newest && earlierOf(one.newest, compared.newest);
  const qualifiers = jointQualifiers([one, compared], days);
  return { ...shared, qualifiers, newest: last, values: pairValues(one, compared, comparison) };
}

/** A difference is of amounts at the rate of one day; the others have rates of several days, or are without a currency. */
function withoutRates({ calculation }: Settings, data: TimeData): TimeData {
  if (calculation === "spread") return data;
  const series = data.series.map((one) => ({ ...one, rateDates: undefined }));
  return { ...data, series, dayNotes: undefined };
}

function needsTwo(calculation: Calculation): CalculatedChart["refusal"] {
  const what = windowOf(calculation) ? "A correlation" : `A ${calculation}`;
  const text = "Show more than one series, or choose a benchmark to compare with.";
  return empty(`${what} needs two series`, text);
}

/** The values that are calculated of those of a chart. */
export function calculatedOf(shown: TimeData, settings: Settings, units: Units): CalculatedChart {
  const { calculation, from } = settings;
  const data = withoutRates(settings, shown);
  const rest = { ...data, published: undefined, second: undefined };
  const own = data.series.filter(({ role }) => role === undefined);
  if (calculation === "drawdown") {
    const start = from === null ? 0 : indexAtOrAfter(data.days, from);
    const series = own.map((one) => ({ ...one, values: drawdownOf(one.values, start) }));
    return { ...settings, data: { ...rest, series }, compared: null, refusal: null };
  }
  const compared = comparedWith(data, settings.base);
  const others = own.filter(({ id }) => id !== compared?.id);
  if (!compared || others.length === 0)
    return { ...settings, data, compared, refusal: needsTwo(calculation) };
  const isAlike = others.every(({ id }) => units(id) === units(compared.id));
  if (windowOf(calculation) === null && !isAlike)
    return {
      ...settings,
      data,
      compared,
      refusal: empty(
        "The series have different units",
        "Only a correlation compares series of different units. Choose another series to compare with.",
      ),
    };
  const comparison = { ...settings, units };
  const series = others.map((one) => pairOf(one, compared, data.days, comparison));
  const isKnown = series.some(({ values }) => values.some((value) => value !== null));
  const refusal = isKnown ? null : noneOf([compared, others], data.days, comparison);
  return { ...settings, data: { ...rest, series }, compared, refusal };
}

/** Why there are no results: only a range that begins with common days may have begun too late. */
function noneOf(
  [compared, others]: readonly [ChartSeries, readonly ChartSeries[]],
  days: readonly Day[],
  { calculation, isLongest, units }: Comparison,
): CalculatedChart["refusal"] {
  const title = "Not enough common values";
  const another = "Choose another series to compare with.";
  const window = windowOf(calculation);
  if (window === null) {
    const isKnown = (one: ChartSeries, place: number) => typeof one.values[place] === "number";
    // Of two values there is always a difference, and a ratio unless the second is not above zero.
    const isCommon = days.some(
      (_, place) => isKnown(compared, place) && others.some((one) => isKnown(one, place)),
    );
    return isCommon
      ? empty(
          "The ratio needs values above zero",
          `${compared.name} has no value above zero on days with values of both series. ${another}`,
        )
      : empty(title, `No loaded day has values of both series. ${another}`);
  }
  const returnsOf = (one: ChartSeries) =>
    commonReturns(days, [varying(one, units), varying(compared, units)]);
  const [most = []] = others.map(returnsOf).toSorted((a, b) => b.length - a.length);
  if (most.length >= window)
    return empty(
      "Values that do not vary",
      `A series that does not change has no correlation. ${another}`,
    );
  const needed = `A correlation of ${window} days needs ${window} returns between days with measured values of both series, at most a week apart.`;
  const [first] = most;
  if (!first) return empty(title, `${needed} The loaded days contain none. ${another}`);
  const begin = formatDay(days[first.place] ?? "");
  const isCut = !isLongest && first.place <= longestStep;
  const advice = isCut ? "A longer range may have more." : another;
  return empty(
    title,
    `${needed} The loaded days contain ${most.length}, since ${begin}. ${advice}`,
  );
}

const made = {
  drawdown: "ratio",
  ratio: "index",
  correlation30: "index",
  correlation90: "index",
} as const;

function unitAfter({ unit }: { unit: string }, calculation: Calculation): string {
  if (calculation in made) return made[calculation as keyof typeof made];
  return calculation === "spread" && unit === "ratio" ? "percentage_points" : unit;
}

function chartUnitAfter(unit: ChartUnit, calculation: Calculation): ChartUnit {
  if (calculation === "drawdown") return { kind: "percent" };
  if (calculation === "ratio") return { kind: "count", noun: "times", per: 1, decimals: 4 };
  if (windowOf(calculation)) return { kind: "count", noun: "correlation", per: 1, decimals: 2 };
  if (unit.kind !== "percent") return unit;
  return { kind: "count", noun: "percentage points", per: 1, decimals: 2 };
}

function unitLineAfter(unitLine: string, { calculation, compared, from }: CalculatedChart): string {
  const window = windowOf(calculation);
  if (window) return `Correlation of the last ${window} daily returns with ${compared?.name ?? ""}`;
  if (calculation === "ratio") return `Ratio to ${compared?.name ?? ""}. ${unitLine}`;
  if (calculation === "spread")
    return `${unitLine.replace(/^Percent/, "Percentage points")}, less ${compared?.name ?? ""}`;
  return `Percent below the highest value${from ? ` since ${formatDay(from)}` : ""}. ${unitLine}`;
}

function methodOf(calculation: Calculation): string {
  const window = windowOf(calculation);
  if (window)
    return `Pearson correlation of the last ${window} returns of both series, each between two consecutive days on which both have values.`;
  if (calculation === "ratio") return "The first input divided by the second.";
  if (calculation === "spread") return "The first input minus the second.";
  return "The first input divided by the second, the highest before it, minus one.";
}

function noteOf(calculation: Calculation): readonly string[] {
  if (windowOf(calculation) === null) return [];
  return [
    "Returns are between days on which both series have values; for rates, differences are used.",
  ];
}

/** A value with its day, as an input of a calculation. */
function inputOf(chart: ShownChart, series: ChartSeries, day: Day): NumberPart | null {
  const value = series.values[chart.data.days.indexOf(day)] ?? null;
  const number = value === null ? null : chart.numberOf(series.id, day);
  if (!number) return null;
  const name = `${series.name}, ${formatDay(day)}`;
  return { name, figure: exactText(value, chart.unitOf(series.id)), number, sample: series.sample };
}

/** The day and series that a calculated value is compared with. */
function otherInput(chart: ShownChart, calculated: CalculatedChart, own: ChartSeries, day: Day) {
  const { days } = chart.data;
  if (calculated.calculation !== "drawdown")
    return calculated.compared && inputOf(chart, calculated.compared, day);
  const start = calculated.from === null ? 0 : indexAtOrAfter(days, calculated.from);
  return inputOf(chart, own, days[peakPlace(own.values, start, days.indexOf(day))] ?? day);
}

function explained(
  chart: ShownChart,
  calculated: CalculatedChart,
  whose: SeriesId,
  day: Day,
): NumberKey | null {
  const { calculation, data } = calculated;
  const own = chart.data.series.find(({ id }) => id === whose);
  const shown = data.series.find(({ id }) => id === whose);
  const value = shown?.values[data.days.indexOf(day)] ?? null;
  if (!own || !shown || value === null) return null;
  const items = [inputOf(chart, own, day), otherInput(chart, calculated, own, day)];
  const before = chart.unitOf(own.id);
  return {
    kind: "several",
    id: calculation,
    name: calculation === "drawdown" ? `Drawdown of ${own.name}` : shown.name,
    items: items.flatMap((item) => item ?? []),
    method: methodOf(calculation),
    figure: exactText(value, { ...before, unit: unitAfter(before, calculation) }),
  };
}

/** The chart of a calculation on another chart. */
export function withCalculated<One extends ShownChart>(
  chart: One,
  calculated: CalculatedChart,
): One {
  const { calculation, refusal, data } = calculated;
  if (refusal) return { ...chart, state: refusal };
  return {
    ...chart,
    // Comparisons cannot be added up.
    ...("adds" in chart && { adds: false }),
    data,
    unit: chartUnitAfter(chart.unit, calculation),
    unitLine: unitLineAfter(chart.unitLine, calculated),
    footnotes: [...chart.footnotes, ...noteOf(calculation)],
    unitOf: (whose: SeriesId) => {
      const before = chart.unitOf(whose);
      return { ...before, unit: unitAfter(before, calculation) };
    },
    numberOf: (whose: SeriesId, day: Day) => explained(chart, calculated, whose, day),
  };
}
