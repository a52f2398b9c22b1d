import type {
  GetSeriesResponse,
  Load,
  SeriesInterval,
  SeriesKey,
  SeriesLine,
} from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import { addDays, type Day } from "@/lib/dates/day";
import { allOrigins } from "@/lib/files/allOrigins";
import { type Origin, uniqueSorted } from "@/lib/files/origin";
import { formatDay } from "@/lib/format";
import { qualifierOf } from "@/lib/format/qualifiers";
import { type Currency, currencies } from "../currencies";
import type { SeriesId } from "../explanation/chartNumbers";
import { isSampled, valueAt } from "../explanation/legendNumbers";
import type { NumberPart } from "../explanation/numberParts";
import { exactDigits } from "../formatValues";
import { earlierOf, endOf } from "../measures/intervals";
import { exactText } from "../measures/units";
import type { ChartSeries, PublishedValues, TimeData, Value } from "../types";
import type { DayAmounts } from "./conversionPlan";
import { type ShownChart, unitsIn, withoutValues } from "./shownChart";
import { convertedSums, spansOf } from "./sumsOfDays";

type Quote = { key: SeriesKey; code: string; value: number; day: Day; sample: boolean };

/** The value of one US dollar in a currency, with the quotes per euro that it follows from. */
type Rate = { value: number; day: Day; quotes: readonly Quote[] };

/** The rates by the first day of each interval. */
type Rates = ReadonlyMap<Day, Rate>;

type RateAnswer = Pick<GetSeriesResponse, "interval" | "dates" | "to" | "lines">;

/** The days for which the last rate is used without a warning: the longest run of holidays, with their weekend. */
const longestPause = 5;

/** The newest quote on the last day of each interval. */
function quotesOf({ interval, dates, to }: RateAnswer, line: SeriesLine | undefined, code: string) {
  let last: Quote | null = null;
  return dates.map((date, place) => {
    const value = line?.values[place] ?? null;
    if (line && value !== null && value > 0) {
      const { subject_kind, subject_slug, measure_slug: measure, is_sample: sample } = line;
      const measured = qualifierOf(line.qualifiers, date)?.value_date;
      const day = measured ?? earlierOf(endOf(interval, date), to);
      last = { key: { subject_kind, subject_slug, measure }, code, value, day, sample };
    }
    return last;
  });
}

/** The rates of an answer: the day's own, or else the last one before. Days before the first rate have none. */
export function ratesOf(answer: RateAnswer, currency: Currency): Rates {
  const lineOf = (code: Currency) =>
    answer.lines.find(({ subject_slug: slug }) => slug === `ecb-eur-${code}`);
  const dollars = quotesOf(answer, lineOf("usd"), currencies.usd.code);
  const others = quotesOf(answer, lineOf(currency), currencies[currency].code);
  const rates = new Map<Day, Rate>();
  answer.dates.forEach((date, place) => {
    const [dollar, other] = [dollars[place], others[place]];
    if (!dollar) return;
    if (currency === "eur")
      rates.set(date, { value: 1 / dollar.value, day: dollar.day, quotes: [dollar] });
    else if (other)
      rates.set(date, {
        value: other.value / dollar.value,
        day: earlierOf(dollar.day, other.day),
        quotes: [dollar, other],
      });
  });
  return rates;
}

function times(value: Value, rate: Rate | undefined): Value {
  return value === null || rate === undefined ? null : value * rate.value;
}

function convertedPublished(published: PublishedValues, rates: Rates): PublishedValues {
  const values = published.values.map((value, offset) =>
    times(value, rates.get(addDays(published.from, offset))),
  );
  return { ...published, values };
}

/** Every amount at the rate of its interval, with the day of the rate; an interval without a rate has no value. */
function convertedData(data: TimeData, rates: Rates, isMoney: (id: string) => boolean): TimeData {
  const rateDates = new Map([...rates].map(([date, { day }]) => [date, day]));
  const ofSeries = (one: ChartSeries): ChartSeries => {
    if (!isMoney(one.id)) return one;
    const values = data.days.map((day, place) => times(one.values[place] ?? null, rates.get(day)));
    return { ...one, values, rateDates };
  };
  return {
    ...data,
    series: data.series.map(ofSeries),
    ...(data.published && {
      published: data.published.map((one) => convertedPublished(one, rates)),
    }),
  };
}

/**
 * Every value made of amounts of days at the rates of these days; a benchmark has one rate, that of the last day. What was
 * published first is left out, whose days are not known.
 */
function summedData(
  data: TimeData,
  days: DayAmounts,
  {
    answer,
    rates,
    isMoney,
  }: Pick<Conversion, "answer" | "rates"> & Pick<ConversionOptions, "isMoney">,
): TimeData {
  const endRate = (day: Day) => rates.get(earlierOf(endOf(days.making.interval, day), answer.to));
  const rateOf = (day: Day) => rates.get(day)?.value;
  const valuesOf = ({ id, role, values }: ChartSeries) =>
    role === "reference"
      ? data.days.map((day, place) => times(values[place] ?? null, endRate(day)))
      : convertedSums(data.days, values, { days, of: days.of(id), rateOf });
  const ofSeries = (one: ChartSeries) =>
    isMoney(one.id) ? { ...one, values: valuesOf(one) } : one;
  const published = data.published && { published: [] };
  return { ...data, series: data.series.map(ofSeries), ...published };
}

function joined(note: string | undefined, further: string): string {
  return note ? `${note}, ${further}` : further;
}

/** The rates that are not of the last day of their interval, in words. */
function carriedNotes(
  answer: RateAnswer,
  rates: Rates,
  others: TimeData["dayNotes"],
): ReadonlyMap<Day, string> {
  const notes = new Map<Day, string>(others);
  for (const [date, { day }] of rates) {
    if (day < earlierOf(endOf(answer.interval, date), answer.to))
      notes.set(date, joined(notes.get(date), `rate of ${formatDay(day)}`));
  }
  return notes;
}

/** The intervals whose last day has no rate of its own, where each day is converted at its own one, in words. */
function carriedSumNotes(
  { days, dayNotes }: TimeData,
  interval: SeriesInterval,
  { to, rates }: Pick<RateAnswer, "to"> & { rates: Rates },
): TimeData["dayNotes"] {
  const notes = new Map<Day, string>(dayNotes);
  for (const date of days) {
    const end = earlierOf(endOf(interval, date), to);
    const newest = rates.get(end)?.day;
    if (newest !== undefined && newest < end)
      notes.set(date, joined(notes.get(date), `rates up to ${formatDay(newest)}`));
  }
  return notes;
}

/** The intervals after the newest rate, once that is older than any weekend. One that ends on a weekend has its usual rate. */
function staleRate(
  days: readonly Day[],
  interval: SeriesInterval,
  { to, rates }: Pick<RateAnswer, "to"> & { rates: Rates },
): TimeData["provisional"] {
  const newest = [...rates.values()].at(-1)?.day;
  if (newest === undefined) return undefined;
  const latest = addDays(newest, longestPause);
  if (latest >= to) return undefined;
  const from = days.find((date) => date > newest || endOf(interval, date) > latest);
  if (from === undefined) return undefined;
  const sentence = `No exchange rate after ${formatDay(newest)}: later values use the rate of that day.`;
  return { from, sentence };
}

function bothOf(one: TimeData["provisional"], other: TimeData["provisional"]) {
  if (!one || !other) return one ?? other;
  return {
    from: earlierOf(one.from, other.from),
    sentence: `${one.sentence} ${other.sentence}`,
  };
}

function quoteParts(quotes: readonly Quote[]): readonly NumberPart[] {
  return quotes.map((quote) => ({
    name: `${quote.code} per euro, ${formatDay(quote.day)}`,
    figure: exactDigits(quote.value),
    number: { kind: "series", key: quote.key, date: quote.day },
    sample: quote.sample,
  }));
}

/** The rates that a value was converted at, and how. Of many days those of the first and the last one are named. */
function ratesOfValue(chart: ShownChart, conversion: Conversion, whose: SeriesId, day: Day) {
  const { currency, rates, days, answer } = conversion;
  const isReference = chart.data.series.some(
    ({ id, role }) => id === whose && role === "reference",
  );
  if (!days || isReference) {
    const end = days ? earlierOf(endOf(days.making.interval, day), answer.to) : day;
    const method =
      currency === "eur"
        ? "The first input divided by the second."
        : "The first input divided by the second, times the third.";
    return { quotes: rates.get(end)?.quotes, method };
  }
  const { making, dates } = days;
  const end = earlierOf(endOf(making.interval, day), dates.at(-1) ?? day);
  const { added, taken } = spansOf(making, chart.data.days[0] ?? day, day, end);
  const first = taken ? taken[1] : added[0];
  // A weekend has the quotes of the Friday before.
  const quotes = [...new Set([first, end].flatMap((one) => rates.get(one)?.quotes ?? []))];
  const [firstRate, endRate] = [first, end].map((one) => formatDay(rates.get(one)?.day ?? one));
  const isLevel = making.measure.kind === "stock" && making.measure.sumOfDays === undefined;
  const shown =
    firstRate === endRate
      ? `The rate of ${endRate} is shown.`
      : `The rates of ${firstRate} and ${endRate} are shown.`;
  const method = isLevel
    ? `The level at the end at the rate of ${endRate}, less the level before at the rate of ${firstRate}.`
    : taken
      ? `The ${making.measure.sumOfDays} days up to ${formatDay(end)}, less those up to ${formatDay(first)}, each day at its own rate. ${shown}`
      : `The amount of each day at the rate of that day, added up. ${shown}`;
  return { quotes, method };
}

function explained(
  chart: ShownChart,
  conversion: Conversion,
  whose: SeriesId,
  day: Day,
): NumberKey | null {
  const { currency, data } = conversion;
  const number = chart.numberOf(whose, day);
  const unit = chart.unitOf(whose);
  const value = valueAt(chart, whose, day);
  const result = valueAt({ data }, whose, day);
  if (!number || unit.unit !== "usd" || value === null || result === null) return number;
  const { quotes, method } = ratesOfValue(chart, conversion, whose, day);
  const name = chart.data.series.find(({ id }) => id === whose)?.name ?? "Total";
  const { code } = currencies[currency];
  return {
    kind: "several",
    name: `${name} in ${code}`,
    items: [
      {
        name: `${name} in US$`,
        figure: exactText(value, unit),
        number,
        sample: isSampled(chart, whose),
      },
      ...quoteParts(quotes ?? []),
    ],
    method,
    figure: exactText(result, { ...unit, unit: currency }),
  };
}

/** The values of a chart in another currency, with the rates that they were converted at. */
export type Conversion = {
  currency: Currency;
  answer: RateAnswer;
  rates: Rates;
  /** The amounts of days that its values are made of, where they have more than one rate. */
  days: DayAmounts | undefined;
  data: TimeData;
};

type ConversionOptions = {
  currency: Currency;
  isMoney: (id: string) => boolean;
  days?: DayAmounts | undefined;
};

export function conversionOf(
  data: TimeData,
  answer: RateAnswer,
  { currency, isMoney, days }: ConversionOptions,
): Conversion {
  const rates = ratesOf(answer, currency);
  const interval = days?.making.interval ?? answer.interval;
  const stale = staleRate(data.days, interval, { to: answer.to, rates });
  const provisional = bothOf(data.provisional, stale);
  const shown = days
    ? {
        ...summedData(data, days, { answer, rates, isMoney }),
        dayNotes: carriedSumNotes(data, interval, { to: answer.to, rates }),
      }
    : {
        ...convertedData(data, rates, isMoney),
        dayNotes: carriedNotes(answer, rates, data.dayNotes),
      };
  const whole = provisional ? { ...shown, provisional } : shown;
  return { currency, answer, rates, days, data: whole };
}

function whenText({ answer, days }: Conversion): string {
  if (!days && answer.interval !== "day")
    return `Converted from US$ at the reference rate of the last day of each ${answer.interval}, or the last one before.`;
  const made = days ? "Made of amounts of days, each converted" : "Converted";
  const rate = days ? "of that day" : "of each day";
  return `${made} from US$ at the reference rate ${rate}, or the last one before.`;
}

/** Whether a value that is known in US$ is withheld. */
function isWithheld(plain: TimeData, { data }: Conversion): boolean {
  return plain.series.some(({ values }, one) => {
    const shown = data.series[one]?.values ?? [];
    return values.some((value, place) => value !== null && (shown[place] ?? null) === null);
  });
}

function hasValue({ series }: TimeData): boolean {
  return series.some(({ values }) => values.some((value) => value !== null));
}

/** Sentences on the values that could not be converted. */
function withheldTexts(plain: TimeData, conversion: Conversion): readonly string[] {
  const [known = ""] = conversion.rates.keys();
  if (conversion.days)
    return isWithheld(plain, conversion)
      ? [
          "Values are withheld where a day has no rate, or where the daily amounts do not sum to the US$ value.",
        ]
      : [];
  return (plain.days[0] ?? "") < known
    ? [`Values before ${formatDay(known)} are withheld: no rate is known.`]
    : [];
}

/** Sentences on how the values of a chart were converted, and which of them could not be. */
function conversionText(plain: TimeData, conversion: Conversion, loads: readonly Load[]) {
  const sources = uniqueSorted(loads.map(({ attribution, source }) => attribution ?? source));
  return [
    whenText(conversion),
    ...withheldTexts(plain, conversion),
    ...(sources.length > 0 ? [`Exchange rates: ${sources.join(", ")}.`] : []),
  ].join(" ");
}

/** A chart in another currency, with where its rates come from. */
export function convertChart<One extends ShownChart>(
  chart: One,
  conversion: Conversion,
  rated: { loads: readonly Load[]; origin: () => Promise<Origin> },
): One {
  const { currency, rates, data } = conversion;
  const { code } = currencies[currency];
  if (rates.size === 0) {
    const title = `No exchange rates for ${code}`;
    const text = "No reference rate is loaded for this period. Choose another currency.";
    return withoutValues(chart, currency, { status: "empty", title, text });
  }
  if (isWithheld(chart.data, conversion) && !hasValue(data)) {
    const title = `No values in ${code}`;
    const text = withheldTexts(chart.data, conversion).join(" ");
    return withoutValues(chart, currency, { status: "empty", title, text });
  }
  return {
    ...chart,
    ...unitsIn(chart, currency),
    data,
    footnotes: [...chart.footnotes, conversionText(chart.data, conversion, rated.loads)],
    origin: allOrigins(chart.origin, rated.origin),
    numberOf: (whose: SeriesId, day: Day) => explained(chart, conversion, whose, day),
  };
}
