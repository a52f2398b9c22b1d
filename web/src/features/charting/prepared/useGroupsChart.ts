import { useMemo } from "react";
import { isBySubject } from "@/api/bySubject";
import type { GetAggregateRequest, GetAggregateResponse } from "@/api/contract";
import { isByNetwork } from "@/api/dimensions";
import { describeFailure } from "@/api/failures";
import { plansBeyond } from "@/api/plans";
import type { NumberKey } from "@/app-state/numberExplanation";
import { leadingBenchmarks, useBenchmarks } from "@/charts/benchmarks/benchmarks";
import { freshnessOf, lastKnownOf } from "@/charts/data/freshness";
import {
  allKey,
  groupSeries,
  otherKey,
  type SeriesInput,
  timeData,
  withoutKey,
} from "@/charts/data/timeData";
import { useOrigin } from "@/charts/data/useOrigin";
import { lackingText } from "@/charts/data/withheldLabel";
import { explainedRest } from "@/charts/explanation/explainedRest";
import { useChartRestatements } from "@/charts/markers/useChartRestatements";
import { useMarks } from "@/charts/markers/useMarks";
import { groupLabel, groupNote, subjectLabel, withoutLabel } from "@/charts/measures/groups";
import { earlierOf, endOf } from "@/charts/measures/intervals";
import { measureOf } from "@/charts/measures/measures";
import { namesOfGroups, useNames } from "@/charts/measures/names";
import { intervalNote } from "@/charts/measures/offers";
import { chartUnit } from "@/charts/measures/units";
import type { ChartState, TimeData } from "@/charts/types";
import { planNotes } from "@/components/plans/planNames";
import { formatPercent } from "@/lib/format";
import { withinGroup } from "../state/exploreFilter";
import type { ExploreState } from "../state/exploreState";
import type { useGroups } from "../state/useExplore";
import { measureTitle, type PreparedChart, unitLine } from "./preparedChart";

type Groups = ReturnType<typeof useGroups>;

const nothing: TimeData = { days: [], series: [] };

function stateOf(
  { answer }: Groups,
  answered: GetAggregateResponse | undefined,
  known: boolean,
  text: string,
): ChartState {
  if (answer.error && !answered) {
    return {
      status: "error",
      failure: describeFailure(answer.error),
      onRetry: () => void answer.refetch(),
    };
  }
  if (!answered) return { status: "loading" };
  if (known) return { status: "ready" };
  return { status: "empty", title: "No values to draw", text };
}

/** Why there is nothing to draw, and what would help. */
function emptyText(
  answered: GetAggregateResponse | undefined,
  state: ExploreState,
  filtered: boolean,
): string {
  if (
    answered &&
    answered.total.member_count > 0 &&
    measureOf(state.measure)?.combining === "alone"
  ) {
    return "This measure is not additive. Group by asset, or compare selected series.";
  }
  if (answered && state.likeForLike)
    return "Like for like requires members with a value at both ends of the range, and there are none. Choose a range that begins later.";
  if (filtered)
    return "No series match these filters in this period. Remove a filter, or choose a longer range.";
  return "No data for this measure yet. Values appear after the first import.";
}

/** The explanation of one number of the chart. */
function explainedOf(
  request: GetAggregateRequest,
  state: ExploreState,
  { id, name, day }: { id: string | null; name: string; day: string },
): NumberKey {
  const { group_by: target, from, to, ...others } = request;
  // The number does not depend on how many groups stand alone.
  const rest = { ...others, group_limit: undefined };
  const by = target ?? "none";
  const kind = request.subject_kind ?? "asset";
  const isWhole = id === null || id === allKey;
  const last = endOf(state.interval, day);
  const date = to ? earlierOf(last, to) : last;
  if (!isWhole && isBySubject(by, kind) && state.mode === "level" && id !== withoutKey) {
    const key = { subject_kind: kind, subject_slug: id, measure: request.measure };
    return { kind: "series", key, date, ...(state.asOf ? { asOf: state.asOf } : {}) };
  }
  const filter = isWhole
    ? request.filter
    : withinGroup(request.filter ?? undefined, by, id === withoutKey ? null : id);
  const bound =
    state.likeForLike || state.mode === "cumulative" ? { from: from ?? null, to: date } : {};
  // Only tokens have networks, one by one.
  const byToken = kind === "asset" && isByNetwork(by) && !isWhole;
  return {
    kind: "aggregate",
    of: {
      ...rest,
      ...(filter ? { filter } : {}),
      ...(byToken ? { group_by: by } : {}),
      ...bound,
    },
    date: day,
    name,
    ...(byToken ? { parts: { subject_kind: "token", group_by: "asset" } } : {}),
  };
}

/** The explanation of the sum of all members without a group of their own. */
function explainedOther(
  request: GetAggregateRequest,
  state: ExploreState,
  { name, day, sample }: { name: string; day: string; sample: boolean },
): NumberKey {
  const whole = explainedOf(request, state, { id: null, name: "All", day });
  return explainedRest(name, whole, sample);
}

/** The groups as a chart draws them, with titles, notes and explanations. */
export function useGroupsChart(
  state: ExploreState,
  groups: Groups,
  references: readonly SeriesInput[],
): PreparedChart {
  const { target, request, answer } = groups;
  const benchmarks = useBenchmarks(target.kind === "benchmark");
  const answered = useMemo(
    () =>
      answer.data && target.kind === "benchmark"
        ? leadingBenchmarks(answer.data, benchmarks, state.limit)
        : answer.data,
    [answer.data, target.kind, benchmarks, state.limit],
  );
  const keys = useMemo(() => answered?.groups.flatMap(({ key }) => key ?? []) ?? [], [answered]);
  const named = useNames(namesOfGroups(target.group, target.kind), keys);
  const names = useMemo(
    () =>
      target.kind === "benchmark"
        ? new Map(benchmarks.map((one) => [one.subject_slug, { name: one.subject_name }]))
        : named,
    [target.kind, benchmarks, named],
  );
  const origin = useOrigin(request, answered);
  const isShown = state.view === "groups" && answer.data !== undefined;
  const restatements = useChartRestatements(request, isShown);
  const drawn = useMemo((): TimeData => {
    if (!answered) return nothing;
    const words = {
      names,
      all: `All ${subjectLabel(target.kind, answered.total.member_count)}`,
      without: withoutLabel(target.group, target.kind),
      byClass: target.group === "asset_class",
    };
    const parts = [...groupSeries(answered, words), ...references];
    return timeData(answered, parts, state.mode === "flow");
  }, [answered, target, names, references, state.mode]);
  // Where each line is a subject, a mark is of one that is drawn.
  const markedRows = useMemo(
    () =>
      isBySubject(target.group, target.kind)
        ? restatements.rows.filter(({ subject_slug: slug }) => keys.includes(slug))
        : restatements.rows,
    [restatements.rows, target, keys],
  );
  const { data } = useMarks(drawn, {
    interval: answered?.interval ?? state.interval,
    restatements: markedRows,
    events: null,
    hasRoom: answered !== undefined,
    isShown,
  });
  const measure = measureOf(state.measure);
  const unit = answered?.unit ?? measure?.unit ?? "count";
  const sample = answered?.total.has_sample ?? false;
  const by =
    target.group === "none" ? "" : ` by ${groupLabel(target.group, target.kind).toLowerCase()}`;
  return {
    title: measure ? `${measureTitle(measure, state.mode)}${by}` : "",
    unitLine: measure ? unitLine(unit, measure, state.mode, state.interval) : "",
    unit: chartUnit({ unit, measure: state.measure }),
    data,
    interval: state.interval,
    adds: measure?.combining === "sum",
    sample,
    state: stateOf(
      groups,
      answered,
      data.series.some(({ role }) => role !== "reference"),
      emptyText(answered, state, target.filter !== undefined),
    ),
    freshness: answered ? freshnessOf(data, answered.dates, lastKnownOf(answered)) : null,
    coverage: answered ? coverageText(answered, data.days.at(-1)) : null,
    footnotes: [
      ...intervalNote(state.interval, state.mode),
      ...groupNote(target.group),
      ...(answered?.counts_twice
        ? ["Not additive: a holder of several is counted once for each."]
        : []),
      ...(answered ? feederNote(answered) : []),
      ...planNotes(plansBeyond(answered)),
      ...(state.likeForLike
        ? ["Like for like: only members with a value at both ends of the range."]
        : []),
    ],
    origin,
    restatements,
    unitOf: () => ({ unit, measure: state.measure }),
    numberOf: (id, day) => {
      const name = data.series.find((one) => one.id === id)?.name ?? `All ${target.kind}s`;
      if (id === otherKey) return explainedOther(request, state, { name, day, sample });
      return explainedOf(request, state, { id, name, day });
    },
  };
}

/** The note on the funds that a chart excludes, because their money counts in others. */
function feederNote({ feeders, feeder_count: count }: GetAggregateResponse): string[] {
  if (count === 0) return [];
  const named = feeders.slice(0, 3).map(({ name, asset_slug: slug }) => name || slug);
  const names = count > named.length ? [...named, `${count - named.length} more`] : named;
  return [`Feeder funds excluded, because their master funds are counted: ${names.join(", ")}.`];
}

/** "99.3% of 418 assets have a value. 12 of 40 groups stand alone." */
function coverageText(answer: GetAggregateResponse, newest: string | undefined): string {
  const place = newest === undefined ? -1 : answer.dates.indexOf(newest);
  const share = answer.total.coverage[place] ?? null;
  const whose = `${answer.total.member_count} series`;
  const percent = share !== null && share >= 1 ? "100%" : formatPercent(share, 1);
  const parts = [share === null ? whose : `Coverage ${percent} of ${whose}.`];
  const lacking = newest === undefined ? null : lackingText(answer, newest);
  if (lacking !== null) parts.push(`Withheld: ${lacking}.`);
  const own = answer.groups.filter(({ is_other }) => !is_other).length;
  if (answer.group_count > own) parts.push(`The ${own} largest of ${answer.group_count} groups.`);
  return parts.join(" ");
}
