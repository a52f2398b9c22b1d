import type { GetAggregateRequest, GetAggregateResponse, LatestValue } from "@/api/contract";
import { mostChartGroups } from "@/api/contract";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { addDays, addMonths, type Day, month, week } from "@/lib/dates/day";
import { formatChange, formatDay, formatPercent, formatPointChange } from "@/lib/format";
import { isLate, isStale, type LastKnown, noKnownValue } from "../data/freshness";
import { remainder, unknownReason } from "../explanation/remainders";
import { lastPlace, lastValue, median, sumOfLast } from "../explanation/windows";
import { isBetterLow } from "../measures/direction";
import { lastMonthEnd } from "../measures/intervals";
import { requestOf } from "../queries/aggregateQuery";
import type { Figure, FigureUnit } from "../queries/market";
import { defaultPeriod, endOfChange, type Period, periodDays, periodLabel } from "./changePeriod";
import type { Comparison } from "./comparison";
import { changeOf, exactOf, signedFigure, splitFigure, spokenOf } from "./figureText";
import { isBegunAlone, isOfOthers } from "./members";

/** As many days as a course of three months needs, and more than a period for the change of a value up to 62 days old. */
const windowDays = 98;
const moreDays = 62;
const courseDays = 90;
/** A year before the newest month, and that one. */
const courseMonths = 13;

/** The queries that a figure is calculated from; answers come in the same order. */
export function figureRequests(
  figure: Figure,
  day: Day,
  period = defaultPeriod,
): ReadonlyArray<GetAggregateRequest> {
  // In January, the year so far of a value of December is the one before.
  const longest = period === "ytd" ? 366 : periodDays(period, day);
  const days = Math.max(windowDays, longest + moreDays);
  const span = { from: addDays(day, 1 - days), to: day };
  if (figure.kind === "flow" || figure.kind === "net") return [requestOf(figure.query, span)];
  if (figure.kind === "level") {
    const asks = figure.less ? [figure.query, figure.less] : [figure.query];
    return asks.map((query) => requestOf(query, span));
  }
  if (figure.kind === "most") {
    const to = lastMonthEnd(day);
    const from = addMonths(addDays(to, 1), -courseMonths);
    const by = { by: "asset", limit: mostChartGroups } as const;
    return [requestOf(figure.query, { from, to, interval: "month" }, by)];
  }
  if (figure.kind === "age") {
    const by = { by: "asset", limit: mostChartGroups } as const;
    return [requestOf(figure.query, { from: day, to: day }, by)];
  }
  return [];
}

type Answers = ReadonlyArray<GetAggregateResponse>;
type Values = ReadonlyArray<number | null>;

/** The values of a level, without the part that stands apart. */
function valuesOf(figure: LevelFigure, [whole, part]: Answers): Values {
  if (!whole) return [];
  return figure.less && part ? remainder(whole, part) : whole.total.values;
}

/**
 * The queries for the members that a figure has at both ends of its change, where they are to be compared alone: of a
 * difference, for those of the whole and for those of the part. A sum over days begins with the days of the earlier sum.
 */
export function likeForLikeOf(
  figure: Figure,
  answers: Answers,
  { period, likeForLike }: Comparison,
): ReadonlyArray<GetAggregateRequest> {
  const [answer] = answers;
  if (!answer || !isCompared(figure)) return [];
  const values = figure.kind === "level" ? valuesOf(figure, answers) : answer.total.values;
  const last =
    figure.kind === "level"
      ? endOfChange(values, answer.dates, answer.total.last_date, period)
      : lastPlace(values);
  const to = answer.dates[last];
  if (to === undefined) return [];
  const first = last - periodDays(period, to) - (figure.kind === "flow" ? month - 1 : 0);
  const from = answer.dates[first];
  if (from === undefined) return [];
  // A part may begin later than its whole, and is nothing before: that alone is no reason.
  if (!likeForLike && !isOfOthers(answer, first, last)) return [];
  const less = figure.kind === "level" ? figure.less : undefined;
  const queries = less ? [figure.query, less] : [figure.query];
  return queries.map((query) => ({ ...requestOf(query, { from, to }), is_cohort: true }));
}

type ComparableFigure = Extract<Figure, { kind: "level" | "flow" | "net" }>;

/** Whether a figure is a number of every day, which can be compared with that of another one. */
function isCompared(figure: Figure): figure is ComparableFigure {
  return figure.kind === "level" || figure.kind === "flow" || figure.kind === "net";
}

/** The answers about members with a value at both ends; null if they are not needed. */
export type Cohort = ReadonlyArray<GetAggregateResponse> | "pending" | "failed" | null;

const nothing = "Not available";
const notLoaded = "Could not be loaded";

/** The tile of a figure that has no value. */
export function emptyTile(label: string, reason = nothing): KpiTileProps {
  return { label, value: null, reason, note: reason };
}

/** "19 Nov 2026", the day of the newest value, and whether that still stands on the last day that is over. */
function freshnessOf({ dates, lastKnown }: FigureSeries, values: Values) {
  const shown = dates[lastPlace(values)] ?? "";
  const last =
    lastKnown.last_date !== null && lastKnown.last_date < shown ? lastKnown.last_date : shown;
  const newest = { ...lastKnown, last_date: last };
  const lastDay = dates.at(-1) ?? "";
  const state = isStale(newest, lastDay) ? "stale" : isLate(newest, lastDay) ? "late" : "fresh";
  return { state, text: formatDay(last) } as const;
}

/** In the place of a change, where that would be one of long ago. */
function staleNote({ state, text }: ReturnType<typeof freshnessOf>) {
  return state === "stale" ? { note: `as of ${text}` } : {};
}

/** The course of the last days, in words with its change, unless the members at both of its ends are not the same. */
function trendOf(
  values: Values,
  whole: GetAggregateResponse | undefined,
  unit: FigureUnit,
): NonNullable<KpiTileProps["trend"]> {
  const begin = Math.max(0, values.length - courseDays);
  const first = values.findIndex((value, place) => place >= begin && value !== null);
  const last = lastPlace(values);
  const label = `${courseDays} days`;
  const isAlike = whole !== undefined && !isOfOthers(whole, first, last);
  const ends = { now: values[last] ?? null, before: values[first] ?? null };
  const { value, points } = changeOf(ends, unit, label);
  const known = value ?? null;
  const change =
    known === null ? "" : `, ${points ? formatPointChange(known, points) : formatChange(known)}`;
  return { values: values.slice(begin), label: isAlike ? `${label}${change}` : label };
}

type FigureSeries = {
  dates: ReadonlyArray<string>;
  values: Values;
  sample: boolean;
  lastKnown: LastKnown;
};

function courseOf(answer: GetAggregateResponse | undefined): FigureSeries {
  return {
    dates: answer?.dates ?? [],
    values: answer?.total.values ?? [],
    sample: answer?.total.has_sample ?? false,
    lastKnown: answer?.total ?? noKnownValue,
  };
}

type LevelFigure = Extract<Figure, { kind: "level" }>;

function titled(exact: string, remark: string | undefined): string {
  return remark ? `${exact}. ${remark}` : exact;
}

const ofSame = "The change is that of members with a value at both ends.";

type Change = NonNullable<KpiTileProps["change"]>;

/** A change of all members, or of those with a value at both ends, which may still be loading. */
function changeIn(
  cohort: Cohort,
  label: string,
  change: (cohort: Answers | null) => Change,
): Change {
  if (cohort === null) return change(null);
  const period = `${label} like for like`;
  if (cohort === "pending") return { value: null, period, reason: "Loading" };
  if (cohort === "failed") return { value: null, period, reason: notLoaded };
  return { ...change(cohort), period };
}

/** How a level changed, in all or in the members that have a value at both ends. */
function levelChange(
  { values, dates, lastKnown }: FigureSeries,
  figure: LevelFigure,
  period: Period,
  cohort: Cohort,
  [whole, part]: Answers,
): Change {
  const { unit } = figure;
  const label = periodLabel(period);
  const last = endOfChange(values, dates, lastKnown.last_date, period);
  const to = dates[last] ?? "";
  const days = periodDays(period, to);
  return changeIn(cohort, label, (same) => {
    if (!same) {
      const ends = { now: lastValue(values), before: values[last - days] ?? null };
      return changeOf(ends, unit, label);
    }
    // The cohort of the part lacks these members, so that nothing would be deducted for them.
    if (whole && part && isBegunAlone(whole, part, dates[last - days] ?? "", to))
      return {
        value: null,
        period: label,
        reason: "The deducted amount is not reported at both ends",
      };
    const own = valuesOf(figure, same);
    return changeOf({ now: own.at(-1) ?? null, before: own[0] ?? null }, unit, label);
  });
}

/** The tile of something that has a value every day, without the part that stands apart. */
function levelTile(
  figure: LevelFigure,
  answers: Answers,
  period: Period,
  cohort: Cohort,
): KpiTileProps {
  const { label, unit, remark } = figure;
  const [whole, part] = answers;
  const course = { ...courseOf(whole), values: valuesOf(figure, answers) };
  const { values, sample } = course;
  const value = lastValue(values);
  if (value === null) {
    const isUnknown = part && whole && lastValue(whole.total.values) !== null;
    return emptyTile(label, isUnknown ? unknownReason(part) : nothing);
  }
  const freshness = freshnessOf(course, values);
  const exact = titled(exactOf(value, unit), remark);
  return {
    label,
    value: splitFigure(value, unit),
    exact: cohort === null ? exact : titled(exact, ofSame),
    spoken: spokenOf(value, unit),
    change: levelChange(course, figure, period, cohort, answers),
    ...staleNote(freshness),
    trend: trendOf(values, whole, unit),
    freshness,
    ...(sample && { origin: "sample" as const }),
  };
}

function rollingWeek(values: Values): Values {
  return values.map((_, place) => sumOfLast(values.slice(0, place + 1), week));
}

const lacksWithheld = "partial: days are withheld";

/** Whether days of the sum that ends now are withheld; the answer names the latest of all withheld ones. */
function lacksDays({ withheld, dates }: GetAggregateResponse): boolean {
  const first = dates.at(-month) ?? dates[0] ?? "";
  return withheld.some(({ to }) => to >= first);
}

function flowTile(
  figure: Extract<Figure, { kind: "flow" }>,
  answers: Answers,
  period: Period,
  cohort: Cohort,
): KpiTileProps {
  const course = courseOf(answers[0]);
  const { values } = course;
  const value = sumOfLast(values, month);
  if (value === null) return emptyTile(figure.label);
  const { unit } = figure;
  const days = periodDays(period, course.dates.at(-1) ?? "");
  const freshness = freshnessOf(course, values);
  const label = periodLabel(period);
  const lacks = answers[0] !== undefined && lacksDays(answers[0]);
  const remarks = [figure.remark, lacks && "Some of its days are withheld."];
  const exact = titled(exactOf(value, unit), remarks.filter(Boolean).join(" "));
  const spokenValue = spokenOf(value, unit);
  const change = changeIn(cohort, label, (same) => {
    const own = same?.[0]?.total.values ?? values;
    const sums = { now: sumOfLast(own, month), before: sumOfLast(own, month, days) };
    return changeOf(sums, unit, label);
  });
  return {
    label: figure.label,
    value: splitFigure(value, unit),
    exact: cohort === null ? exact : titled(exact, ofSame),
    spoken: lacks ? `${spokenValue}, ${lacksWithheld}` : spokenValue,
    change: lacks ? { ...change, period: `${change.period}, ${lacksWithheld}` } : change,
    ...staleNote(freshness),
    trend: { values: rollingWeek(values).slice(-courseDays), label: "90 days, 7-day sums" },
    freshness,
    ...(course.sample && { origin: "sample" as const }),
  };
}

/** Why there is no net flow on the last day. */
function netFlowReason({ total }: GetAggregateResponse): string {
  if (total.member_count === 0) return nothing;
  return total.withheld_count > 0
    ? `Values of some of the ${month} days are withheld`
    : `Mints and burns are not both reported for all ${month} days`;
}

/** By how much a net flow changed: it may have any sign, so that its change is an amount and no part of it. */
function netChange(values: Values, days: number, label: string, isSame: boolean): string {
  const [now, before] = [values.at(-1) ?? null, values.at(-1 - days) ?? null];
  if (now === null || before === null) return `not compared: no value ${label} before`;
  const { number, suffix } = signedFigure(now - before, "money");
  return `${number}${suffix} ${label}${isSame ? " like for like" : ""}`;
}

/** The tile of a net flow over days: the measure on the last day, whether or not an earlier day has a value. */
function netTile(
  { label: title, remark }: Extract<Figure, { kind: "net" }>,
  [answer]: Answers,
  period: Period,
  cohort: Cohort,
): KpiTileProps {
  const course = courseOf(answer);
  const { values } = course;
  const value = values.at(-1) ?? null;
  if (!answer || value === null)
    return { ...emptyTile(title), reason: answer ? netFlowReason(answer) : nothing };
  const coverage = answer.total.coverage.at(-1) ?? null;
  const days = periodDays(period, course.dates.at(-1) ?? "");
  const label = periodLabel(period);
  const notes = [
    typeof cohort === "string"
      ? { pending: "change is loading", failed: "change could not be loaded" }[cohort]
      : netChange(cohort?.[0]?.total.values ?? values, days, label, cohort !== null),
    ...(coverage !== null && coverage < 1 ? [`coverage ${formatPercent(coverage)}`] : []),
  ];
  const freshness = freshnessOf(course, values);
  const exact = titled(exactOf(value, "money"), remark);
  return {
    label: title,
    value: signedFigure(value, "money"),
    exact: cohort === null ? exact : titled(exact, ofSame),
    spoken: spokenOf(value, "money"),
    note: notes.join(", "),
    ...staleNote(freshness),
    trend: { values: values.slice(-courseDays), label: `90 days, ${month}-day sums` },
    freshness,
    ...(course.sample && { origin: "sample" as const }),
  };
}

const defaultComparison: Comparison = { period: defaultPeriod, likeForLike: false };

/** The tile of a figure whose answers are all there; those of its cohort may follow. */
export function tileOf(
  figure: Figure,
  answers: Answers,
  comparison: Comparison = defaultComparison,
  cohort: Cohort = null,
): KpiTileProps {
  const tile = plainTile(figure, answers, comparison, cohort);
  if (!tile.change || !("query" in figure) || !isBetterLow(figure.query.measure)) return tile;
  return { ...tile, change: { ...tile.change, betterLow: true } };
}

function plainTile(
  figure: Figure,
  answers: Answers,
  comparison: Comparison,
  cohort: Cohort,
): KpiTileProps {
  if (figure.kind === "level") return levelTile(figure, answers, comparison.period, cohort);
  if (figure.kind === "flow") return flowTile(figure, answers, comparison.period, cohort);
  if (figure.kind === "net") return netTile(figure, answers, comparison.period, cohort);
  return emptyTile(figure.label);
}

/** The median age of what was published last. */
export function ageTile(
  label: string,
  latest: ReadonlyArray<LatestValue>,
  count = latest.length,
): KpiTileProps {
  const ages = latest.flatMap(({ age_days: age }) => (age === null ? [] : [age]));
  const age = median(ages);
  if (age === null) return emptyTile(label, "No net asset values available");
  const stale = latest.filter(({ is_stale: isStale }) => isStale).length;
  return {
    label,
    value: splitFigure(age, "days"),
    exact: "Not compared: ages on earlier days are not known.",
    note: `${stale} of ${latest.length} out of date${count > latest.length ? `, ${count} in all` : ""}, not compared`,
    ...(latest.some(({ is_sample: isSample }) => isSample) && { origin: "sample" as const }),
  };
}
