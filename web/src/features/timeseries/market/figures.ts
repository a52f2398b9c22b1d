import type { GetAggregateRequest, GetAggregateResponse, LatestValue } from "@/api/contract";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { addDays, type Day } from "@/lib/day";
import { formatChange, formatDay } from "@/lib/format";
import { isBetterLow } from "../parts/direction";
import { requestOf } from "./ask";
import { changeOf, exactOf, partsOf, signedParts, spokenOf } from "./figureText";
import type { Figure, FigureUnit } from "./market";
import { lastPlace, lastValue, lessOf, median, sumOfLast, valueBefore } from "./windows";

/** As many days as a change of a sum over 30 days and a course of three months need. */
const windowDays = 98;
const courseDays = 90;
const month = 30;
const week = 7;
/** The most groups that an answer holds. */
const mostGroups = 100;

/** What a figure is worked out from; answers come in the same order. */
export function requestsOf(figure: Figure, day: Day): ReadonlyArray<GetAggregateRequest> {
  const span = { from: addDays(day, 1 - windowDays), to: day };
  if (figure.kind === "level") return [requestOf(figure.ask, span)];
  if (figure.kind === "flow") {
    const asks = figure.less ? [figure.ask, figure.less] : [figure.ask];
    return asks.map((ask) => requestOf(ask, span));
  }
  if (figure.kind === "quotient")
    return [figure.over, figure.under].map((ask) => requestOf(ask, span));
  if (figure.kind === "age") {
    const by = { by: "asset", limit: mostGroups } as const;
    return [requestOf(figure.ask, { from: day, to: day }, by)];
  }
  return [];
}

type Answers = ReadonlyArray<GetAggregateResponse>;
type Values = ReadonlyArray<number | null>;

const nothing = "No value known";

function empty(label: string, reason = nothing): KpiTileProps {
  return { label, value: null, reason, note: reason };
}

/** "19 Nov 2026", and how far that is from the last day that is over. */
function freshnessOf(dates: ReadonlyArray<string>, place: number) {
  const date = dates[place] ?? "";
  const behind = dates.length - 1 - place;
  const state = behind <= 1 ? "fresh" : behind <= 3 ? "late" : "stale";
  return { state, text: formatDay(date) } as const;
}

function trendOf(values: Values, days: number): NonNullable<KpiTileProps["trend"]> {
  const shown = values.slice(-days);
  const first = shown.find((value) => value !== null) ?? null;
  const last = lastValue(shown);
  const change = first !== null && last !== null && first > 0 ? last / first - 1 : null;
  const words = change === null ? "" : `, ${formatChange(change)}`;
  return { values: shown, label: `${days} days${words}` };
}

type Course = { dates: ReadonlyArray<string>; values: Values; sample: boolean };

function courseOf(answer: GetAggregateResponse | undefined): Course {
  return {
    dates: answer?.dates ?? [],
    values: answer?.total.values ?? [],
    sample: answer?.total.has_sample ?? false,
  };
}

type Told = { label: string; remark?: string | undefined };

function titled(exact: string, remark: string | undefined): string {
  return remark ? `${exact}. ${remark}` : exact;
}

/** The tile of something that has a value every day. */
function levelTile(told: Told, unit: FigureUnit, course: Course): KpiTileProps {
  const { dates, values, sample } = course;
  const place = lastPlace(values);
  const value = values[place] ?? null;
  if (value === null) return empty(told.label);
  const freshness = freshnessOf(dates, place);
  const before = valueBefore(values, month);
  return {
    label: told.label,
    value: partsOf(value, unit),
    exact: titled(exactOf(value, unit), told.remark),
    spoken: spokenOf(value, unit),
    change: changeOf({ now: value, before }, unit, "30d"),
    ...(freshness.state === "stale" && { note: `as of ${freshness.text}` }),
    trend: trendOf(values, courseDays),
    freshness,
    ...(sample && { origin: "sample" as const }),
  };
}

function rollingWeek(values: Values): Values {
  return values.map((_, place) => sumOfLast(values.slice(0, place + 1), week));
}

function flowTile(figure: Extract<Figure, { kind: "flow" }>, answers: Answers): KpiTileProps {
  const [inflow, outflow] = answers.map(courseOf);
  const course = inflow ?? courseOf(undefined);
  const values = figure.less ? lessOf(course.values, outflow?.values ?? []) : course.values;
  const value = sumOfLast(values, month);
  if (value === null) return empty(figure.label);
  const { unit } = figure;
  const before = sumOfLast(values, month, month);
  const freshness = freshnessOf(course.dates, lastPlace(values));
  const compared = figure.less
    ? { note: before === null ? undefined : `was ${join(signedParts(before, unit))}` }
    : { change: changeOf({ now: value, before }, unit, "30d") };
  const { note, change } = { note: undefined, change: undefined, ...compared };
  return {
    label: figure.label,
    value: figure.less ? signedParts(value, unit) : partsOf(value, unit),
    exact: titled(exactOf(value, unit), figure.remark),
    spoken: spokenOf(value, unit),
    ...(change && { change }),
    ...(note && { note }),
    trend: { values: rollingWeek(values).slice(-courseDays), label: "90 days, sums of 7 days" },
    freshness,
    ...(course.sample && { origin: "sample" as const }),
  };
}

function join({ number, suffix }: { number: string; suffix: string }): string {
  return `${number}${suffix}`;
}

function quotientTile(
  figure: Extract<Figure, { kind: "quotient" }>,
  answers: Answers,
): KpiTileProps {
  const [over, under] = answers.map(courseOf);
  if (!over || !under) return empty(figure.label);
  const values = over.values.map((part, place) => {
    const whole = under.values[place] ?? null;
    return part === null || whole === null || whole <= 0 ? null : part / whole;
  });
  return levelTile(figure, "rate", { ...over, values });
}

/** What a figure measures that can grow for the better or the worse. */
function measureOf(figure: Figure): string {
  if (figure.kind === "level" || figure.kind === "flow") return figure.ask.measure;
  return figure.kind === "quotient" ? figure.over.measure : "";
}

/** The tile of a figure whose answers are all there. */
export function tileOf(figure: Figure, answers: Answers): KpiTileProps {
  const tile = plainTile(figure, answers);
  if (!tile.change || !isBetterLow(measureOf(figure))) return tile;
  return { ...tile, change: { ...tile.change, betterLow: true } };
}

function plainTile(figure: Figure, answers: Answers): KpiTileProps {
  if (figure.kind === "level") return levelTile(figure, figure.unit, courseOf(answers[0]));
  if (figure.kind === "flow") return flowTile(figure, answers);
  if (figure.kind === "quotient") return quotientTile(figure, answers);
  return empty(figure.label);
}

/** The median age of what was published last. */
export function ageTile(label: string, latest: ReadonlyArray<LatestValue>): KpiTileProps {
  const ages = latest.flatMap(({ age_days: age }) => (age === null ? [] : [age]));
  const age = median(ages);
  if (age === null) return empty(label, "No net asset values known");
  const stale = latest.filter(({ is_stale: isStale }) => isStale).length;
  return {
    label,
    value: partsOf(age, "days"),
    note: `${stale} of ${latest.length} out of date`,
    ...(latest.some(({ is_sample: isSample }) => isSample) && { origin: "sample" as const }),
  };
}

/** The tile of a number that the catalog counts. */
export function countTile(label: string, count: number | null): KpiTileProps {
  if (count === null) return empty(label);
  return {
    label,
    value: partsOf(count, "count"),
    spoken: spokenOf(count, "count"),
    note: "In the catalog",
  };
}
