import { useMemo } from "react";
import type { GetAggregateRequest, SeriesKey, SubjectKind } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import { useAggregate, useLatest, useSeries } from "@/api/series";
import { daysBefore } from "@/charts/calculation";
import type { ComparedSeries } from "@/charts/comparedSeries";
import { useSeriesList } from "@/charts/data/useTimeseries";
import { isOfBenchmarks, measureOf } from "@/charts/measures/measures";
import { useNetworkNames } from "@/charts/measures/useNetworkNames";
import { rangeStart } from "@/charts/range";
import { useChartSettings } from "@/charts/useChartSettings";
import { useViewState } from "@/lib/address/useViewState";
import { addDays, type Day, lastDay } from "@/lib/dates/day";
import type { Preset } from "../presets";
import { offeredFilters, targetOf } from "./exploreFilter";
import { type ExploreState, explorePage, exploreState } from "./exploreState";

/** The first day of the range "All": before any token. */
export const earliest: Day = "2013-01-01";
/** Days requested before the range, so that the legend knows the change over 30 days. */
const changeDays = 31;
/** More than there are benchmarks of one measure; days times groups of one answer are bounded. */
const benchmarkGroups = 60;

/** The reasons for which a measure means nothing for a subject. */
const refusals = new Set(["yield_refused", "currency_refused"]);

const none: readonly ComparedSeries[] = [];

/** The view of a charting page as its address says it. */
export function useExploreState(preset: Preset) {
  const page = useMemo(() => explorePage(preset), [preset]);
  const { state, ...settings } = useChartSettings(page);
  const { view, change } = useViewState();
  const filters = useMemo(() => offeredFilters(view.filters, preset), [view.filters, preset]);
  return {
    ...settings,
    state: useMemo(() => exploreState(state), [state]),
    filters,
    written: view.filters,
    changeFilters: (next: typeof view.filters) => change({ ...view, filters: next }),
  };
}

/** The first day to ask for. Sums since a first day and comparisons of two ends depend on it to the day. */
function firstDay(state: ExploreState, last: Day): Day {
  const start = rangeStart(state.range, last) ?? earliest;
  const exact = state.mode === "cumulative" || state.likeForLike || state.range === "All";
  return exact ? start : addDays(start, -Math.max(changeDays, daysBefore(state.calculation)));
}

function bounds(state: ExploreState) {
  const last = state.asOf ?? lastDay();
  return { from: firstDay(state, last), to: last };
}

function kindsOf(
  { kinds, valued }: Preset,
  measure: string,
): readonly [SubjectKind, ...SubjectKind[]] {
  if (isOfBenchmarks(measure)) return ["benchmark"];
  return valued && measureOf(measure)?.family === "Value" ? [valued] : kinds;
}

/** The kind of subjects of the page: of several kinds the first one that has series of the measure. Null is not known yet. */
function useKind(preset: Preset, measure: string, ready: boolean): SubjectKind | null {
  const [first, second] = kindsOf(preset, measure);
  const query = {
    filter: every([
      where("subject_kind", "equals", first),
      where("measure_slug", "equals", measure),
    ]),
    pagination: { page: 1, perPage: 1 },
  };
  const known = useSeriesList(ready && second !== undefined ? query : null);
  if (second === undefined) return first;
  if (known.error) return first;
  if (!known.data || known.isPlaceholderData) return null;
  return known.data.pagination.resultCount > 0 ? first : second;
}

export type GroupTarget = ReturnType<typeof targetOf>;

/** Many series added up, as the view says. */
export function useGroups(
  preset: Preset,
  {
    state,
    filters,
    ready,
  }: Pick<ReturnType<typeof useExploreState>, "state" | "filters" | "ready">,
) {
  const isGroups = ready && state.view === "groups";
  const kind = useKind(preset, state.measure, isGroups);
  const target = useMemo(
    () =>
      targetOf(filters, { kind: kind ?? kindsOf(preset, state.measure)[0], group: state.group }),
    [filters, kind, preset, state.measure, state.group],
  );
  const request = useMemo((): GetAggregateRequest => {
    const weight = measureOf(state.measure)?.weight;
    return {
      measure: state.measure,
      subject_kind: target.kind,
      ...(target.filter ? { filter: target.filter } : {}),
      group_by: target.group,
      interval: state.interval,
      mode: state.mode,
      ...bounds(state),
      // Benchmarks have no size to be ranked by: the page takes its choice of all.
      group_limit: target.kind === "benchmark" ? benchmarkGroups : state.limit,
      ...(state.likeForLike ? { is_cohort: true } : {}),
      ...(weight ? { weight } : {}),
      ...(state.asOf ? { as_of: state.asOf } : {}),
    };
  }, [target, state]);
  const answer = useAggregate(isGroups && kind !== null ? request : null);
  return { target, request, answer };
}

/** Series chosen one by one. Keys without a series, or that the measure is refused for, are left out and reported. */
export function useComparedSeries(state: ExploreState, ready: boolean) {
  const keys = useMemo(
    () =>
      state.chosen.map(
        (chosen): SeriesKey => ({
          subject_kind: chosen.subject_kind,
          subject_slug: chosen.subject_slug,
          measure: state.measure,
          ...(chosen.network_slug ? { network_slug: chosen.network_slug } : {}),
        }),
      ),
    [state.chosen, state.measure],
  );
  const isSeries = ready && state.view === "series";
  const latest = useLatest(isSeries ? { keys } : null);
  const networks = useNetworkNames(latest.data?.results ?? none);
  const known = keys.filter((key) =>
    latest.data?.results.some(
      (one) =>
        one.subject_kind === key.subject_kind &&
        one.subject_slug === key.subject_slug &&
        (one.network_slug ?? null) === (key.network_slug ?? null),
    ),
  );
  const request =
    isSeries && known.length > 0
      ? {
          keys: known,
          ...(state.range === "All" ? { to: bounds(state).to } : bounds(state)),
          interval: state.interval,
          mode: state.mode,
          ...(state.asOf ? { as_of: state.asOf } : {}),
        }
      : null;
  const answer = useSeries(request);
  const refused = latest.data?.unknown.filter(({ reason }) => refusals.has(reason)) ?? [];
  const isRefused = (place: number) => refused.some(({ position }) => position === place);
  const missing = latest.data
    ? keys.filter((key, place) => !known.includes(key) && !isRefused(place))
    : [];
  return {
    keys,
    known,
    request,
    missing,
    /** Why a measure means nothing for chosen subjects, each reason once. */
    refusals: [...new Set(refused.map(({ message }) => message))],
    latest,
    networks,
    answer,
  };
}
