import { isBySubject } from "@/api/bySubject";
import type {
  GetAggregateRequest,
  GetAggregateResponse,
  LatestValue,
  SeriesKey,
} from "@/api/contract";
import { isByNetwork } from "@/api/dimensions";
import type { NumberKey } from "@/app-state/numberExplanation";
import { addDays, month } from "@/lib/dates/day";
import { exactSum } from "@/lib/exactSum";
import { formatDay } from "@/lib/format";
import { exactOf } from "../figures/figureText";
import { earlierOf, endOf } from "../measures/intervals";
import { type AggregateQuery, every, where } from "../queries/aggregateQuery";
import type { Figure, FigureUnit } from "../queries/market";
import { remainder } from "./remainders";
import { lastPlace } from "./windows";

/** The one series that a sum is made of, where its filter names one asset, loan or pool. */
export function seriesOf({ measure, subject, filter }: AggregateQuery): SeriesKey | null {
  if (filter?.operator !== "equals" || typeof filter.value !== "string") return null;
  const names = filter.field === subject || filter.field === "slug";
  return names ? { subject_kind: subject, subject_slug: filter.value, measure } : null;
}

function aggregateRequest({
  measure,
  subject,
  filter,
  weight,
}: AggregateQuery): GetAggregateRequest {
  return {
    measure,
    subject_kind: subject,
    ...(filter && { filter }),
    ...(weight && { weight }),
  };
}

function partsOf({ subject }: AggregateQuery) {
  return subject === "token" ? { parts: { group_by: "asset" as const } } : {};
}

/** The sum of a flow over the 30 days up to a day. */
function monthOf(query: AggregateQuery, date: string, name: string): NumberKey {
  const range = { from: addDays(date, 1 - month), to: date };
  const request = { ...aggregateRequest(query), mode: "cumulative" as const, ...range };
  return { kind: "aggregate", of: request, date, name, ...partsOf(query) };
}

function levelOf(query: AggregateQuery, date: string, name: string): NumberKey {
  const key = seriesOf(query);
  if (key) return { kind: "series", key, date };
  return { kind: "aggregate", of: aggregateRequest(query), date, name, ...partsOf(query) };
}

function exactFigure(value: number | null, unit: FigureUnit): string {
  return value === null ? "no value" : exactOf(value, unit);
}

type LevelFigure = Extract<Figure, { kind: "level" }>;

function explainedLevel(
  { query, less, label, unit }: LevelFigure,
  day: string,
  answers: ReadonlyArray<GetAggregateResponse>,
): NumberKey {
  const [first, second] = answers;
  if (!less || !first || !second) return levelOf(query, day, label);
  const place = lastPlace(remainder(first, second));
  const date = first.dates[place] ?? day;
  const [whole = null, part = null] = answers.map(({ total }) => total.values[place] ?? null);
  const items = [
    {
      figure: exactFigure(whole, unit),
      number: levelOf(query, date, label),
      sample: first.total.has_sample,
    },
    {
      figure: exactFigure(part, unit),
      number: levelOf(less, date, label),
      sample: second.total.has_sample,
    },
  ];
  const left = exactFigure(exactSum([whole ?? 0, -(part ?? 0)]), unit);
  return {
    kind: "several",
    name: label,
    items,
    method: "The first input minus the second.",
    figure: left,
  };
}

/** The explanation of a key figure, from the answers it was calculated from. */
export function explainedOf(
  figure: Figure,
  answers: ReadonlyArray<GetAggregateResponse>,
): NumberKey | null {
  const [first] = answers;
  const date = first?.dates[lastPlace(first.total.values)];
  if (!first || date === undefined) return null;
  if (figure.kind === "level") return explainedLevel(figure, date, answers);
  // The sum of a tile ends with the last day, whether that has a value or not.
  if (figure.kind === "flow")
    return monthOf(figure.query, first.dates.at(-1) ?? date, figure.label);
  if (figure.kind === "net") return levelOf(figure.query, date, figure.label);
  return null;
}

/** The explanation of a median: all its members. */
export function explainedAges(label: string, latest: ReadonlyArray<LatestValue>): NumberKey {
  const items = latest.flatMap((value) => {
    const { age_days: age, subject_kind, subject_slug, measure_slug, date } = value;
    if (age === null || date === null) return [];
    const key = { subject_kind, subject_slug, measure: measure_slug };
    const name = value.subject_name;
    const figure = `${formatDay(date)}, ${exactOf(age, "days")} days`;
    const number = { kind: "series" as const, key, date };
    return [{ age, item: { name, figure, number, sample: value.is_sample } }];
  });
  const sorted = items.toSorted((one, other) => other.age - one.age);
  const method = "The median age: half of the values are older, half are newer.";
  return { kind: "several", name: label, items: sorted.map(({ item }) => item), method };
}

/** The explanation of a number that the catalog counts. */
export function explainedCount(
  { label, of, distinct, filter }: Extract<Figure, { kind: "count" }>,
  count: number,
): NumberKey {
  const about = { ...(distinct && { distinct }), ...(filter && { filter }) };
  return { kind: "count", name: label, figure: exactOf(count, "count"), of, ...about };
}

/** The explanation of a group of a chart on a day; without a key, of the members without a group. */
export function explainedOfGroup(
  { group_by: by, ...request }: GetAggregateRequest,
  key: string | null,
  date: string,
  name: string,
): NumberKey | null {
  if (!by || by === "none") return null;
  const field = isBySubject(by, request.subject_kind ?? "asset") ? "slug" : by;
  const filter = every([request.filter ?? undefined, where(field, "equals", key)]);
  const number = explainedDay({ ...request, ...(filter && { filter }) }, date, name);
  // Of the tokens of an asset one is on a network, and not the asset.
  const isOfParts = isByNetwork(by) && request.subject_kind === "asset";
  if (!isOfParts || number.kind !== "aggregate") return number;
  return { ...number, of: { ...number.of, group_by: by }, parts: { group_by: by } };
}

/** The explanation of a day of a chart: the sum that is drawn, by its groups. */
export function explainedDay(request: GetAggregateRequest, date: string, name: string): NumberKey {
  const { group_by: by, from, to, ...rest } = request;
  // The sum does not depend on how many groups stand alone.
  const about = { ...rest, group_limit: undefined };
  const { interval, mode } = about;
  const adds = mode === "flow" || (interval ?? "day") !== "day";
  const end = endOf(interval ?? "day", date);
  // Sums since the first day end with the interval that was pressed.
  const until = mode === "cumulative" ? { from, to: to ? earlierOf(end, to) : end } : { from, to };
  const requested = adds || mode === "cumulative" ? { ...about, ...until } : about;
  const parts = { parts: { group_by: by ?? ("asset" as const) } };
  return { kind: "aggregate", of: requested, date, name, ...parts };
}
