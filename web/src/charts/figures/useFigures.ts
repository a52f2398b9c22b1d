import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPCClient } from "@/api/client";
import type { GetAggregateRequest, GetAggregateResponse, SeriesKey } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { type Answer, useAggregates, useLatest } from "@/api/series";
import { type NumberKey, useExplainer } from "@/app-state/numberExplanation";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import type { DataKind } from "@/components/states/DataNote";
import { lastDay } from "@/lib/dates/day";
import type { Figure } from "../queries/market";
import { useChartSettings } from "../useChartSettings";
import { type Comparison, comparisonPage } from "./comparison";
import { ageTile, type Cohort, figureRequests, likeForLikeOf, tileOf } from "./figures";
import { countTile, isCount, useCounts } from "./useCounts";
import { useReferences } from "./useReferences";

function waiting(label: string, answers: ReadonlyArray<Answer<unknown>>): KpiTileProps {
  const failed = answers.find(({ error }) => error !== null);
  if (!failed) return { label, value: null, status: "loading" };
  const onRetry = () => {
    for (const answer of answers) if (answer.error) void answer.refetch();
  };
  return { label, value: null, status: "failed", failure: describeFailure(failed.error), onRetry };
}

function kindOf(answers: ReadonlyArray<Answer<GetAggregateResponse>>): DataKind {
  const totals = answers.flatMap(({ data }) => (data ? [data.total] : []));
  if (totals.some(({ has_sample: hasSample }) => hasSample)) return "sample";
  if (totals.some(({ member_count: count }) => count > 0)) return "known";
  return totals.length === answers.length ? "none" : undefined;
}

type AggregateAnswers = ReadonlyArray<Answer<GetAggregateResponse>>;

/** The aggregates of all figures; one that several figures use is requested once. */
function useSums(
  figures: ReadonlyArray<Figure>,
  { period }: Comparison,
): { all: AggregateAnswers; of: (place: number) => AggregateAnswers } {
  const day = lastDay();
  const unique = new Map<string, GetAggregateRequest>();
  const needs = figures.map((figure) =>
    figureRequests(figure, day, period).map((request) => {
      const key = JSON.stringify(request);
      unique.set(key, request);
      return key;
    }),
  );
  const all = useAggregates([...unique.values()]);
  const keys = [...unique.keys()];
  const sumsOf = (place: number) =>
    (needs[place] ?? []).flatMap((key) => {
      const answer = all[keys.indexOf(key)];
      return answer ? [answer] : [];
    });
  return { all, of: sumsOf };
}

/** The members that figures have at both ends of their changes, for figures that are compared so. */
function useCohorts(
  figures: ReadonlyArray<Figure>,
  sums: AggregateAnswers[],
  comparison: Comparison,
) {
  const requests = figures.map((figure, place) => {
    const own = sums[place] ?? [];
    const answers = own.flatMap(({ data }) => (data ? [data] : []));
    return answers.length < own.length ? [] : likeForLikeOf(figure, answers, comparison);
  });
  const needed = requests.flat();
  const answers = useAggregates(needed);
  return requests.map((own): Cohort => {
    if (own.length === 0) return null;
    const ofOwn = own.map((request) => answers[needed.indexOf(request)]);
    const cohort = ofOwn.flatMap((answer) => answer?.data ?? []);
    if (cohort.length === own.length) return cohort;
    return ofOwn.some((answer) => answer?.error && !answer.data) ? "failed" : "pending";
  });
}

/** Few pages have this figure: what makes it is not part of all of them. */
function useMostFigure(
  figure: Figure | undefined,
  answer: GetAggregateResponse | undefined,
  { period }: Comparison,
) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ["timeseries", "busiest", figure, period, answer?.dates.at(-1), answer?.current_at],
    queryFn:
      figure?.kind === "most" && answer
        ? async ({ signal }) =>
            (await import("./mostFigure")).loadMostFigure(client, figure, answer, {
              period,
              signal,
            })
        : skipToken,
    placeholderData: (before) => before,
  });
}

/** The explanations of tiles load after the tiles. */
function useExplanation(): typeof import("../explanation/explanation") | null {
  const [explanation, setExplanation] = useState<
    typeof import("../explanation/explanation") | null
  >(null);
  useEffect(() => {
    let isHere = true;
    const keep = (loaded: typeof import("../explanation/explanation")) =>
      isHere && setExplanation(loaded);
    import("../explanation/explanation").then(keep, () => {});
    return () => {
      isHere = false;
    };
  }, []);
  return explanation;
}

/** The tile with the way to what explains it. */
function useExplainable() {
  const explaining = useExplainer();
  return (tile: KpiTileProps, explained: NumberKey | null | undefined): KpiTileProps => {
    if (!explained || tile.value === null) return tile;
    const { pressed, onPress } = explaining(explained);
    return { ...tile, explained: pressed, onExplain: onPress };
  };
}

/** The key figures of a page, each as soon as its responses are loaded. */
export function useFigures(figures: ReadonlyArray<Figure>): {
  tiles: ReadonlyArray<KpiTileProps>;
  kind: DataKind;
} {
  const { state: comparison } = useChartSettings(comparisonPage);
  const sums = useSums(figures, comparison);
  const own = figures.map((_, place) => sums.of(place));
  const cohorts = useCohorts(figures, own, comparison);
  const counted = figures.filter(isCount);
  const counts = useCounts(counted);
  const aged = figures.findIndex(({ kind }) => kind === "age");
  const ages = useLatest({ keys: navKeys(figures[aged], sums.of(aged)[0]?.data) });
  const benchmarks = figures.flatMap((figure) => (figure.kind === "benchmark" ? [figure] : []));
  const references = useReferences(benchmarks, comparison.period);
  const explainable = useExplainable();
  const explanation = useExplanation();
  const most = figures.findIndex(({ kind }) => kind === "most");
  const busiest = useMostFigure(figures[most], sums.of(most)[0]?.data, comparison);

  const sumTile = (figure: Figure, place: number): KpiTileProps => {
    const own = sums.of(place);
    const answers = own.flatMap(({ data }) => (data ? [data] : []));
    const [first] = answers;
    if (!first || answers.length < own.length) return waiting(figure.label, own);
    if (figure.kind === "most") {
      const found = busiest.data;
      return found ? explainable(found.tile, found.explained) : waiting(figure.label, [busiest]);
    }
    if (figure.kind !== "age") {
      const tile = tileOf(figure, answers, comparison, cohorts[place] ?? null);
      return explainable(tile, explanation?.explainedOf(figure, answers));
    }
    const isGrouped = first.groups.length > 0;
    if (isGrouped && !ages.data) return waiting(figure.label, [ages]);
    const latest = ages.data?.results ?? [];
    return explainable(
      ageTile(figure.label, latest, first.group_count),
      explanation?.explainedAges(figure.label, latest),
    );
  };

  const tiles = figures.map((figure, place): KpiTileProps => {
    const { label } = figure;
    if (figure.kind === "benchmark") {
      const tile = references.tiles[benchmarks.indexOf(figure)];
      return tile ?? { label, value: null, status: "loading" };
    }
    if (isCount(figure)) {
      const own = counts[counted.indexOf(figure)] ?? [];
      const [count, samples] = own.map(({ data }) => data);
      if (count === undefined || samples === undefined) return waiting(label, own);
      const tile = countTile(label, [count, samples], figure.note);
      return count === null ? tile : explainable(tile, explanation?.explainedCount(figure, count));
    }
    return sumTile(figure, place);
  });
  return { tiles, kind: kindOf(sums.all) };
}

/** Few enough for one request. */
const mostAges = 40;

function navKeys(figure: Figure | undefined, navs: GetAggregateResponse | undefined): SeriesKey[] {
  if (figure?.kind !== "age" || !navs) return [];
  return navs.groups
    .flatMap(({ key }) => (key === null ? [] : [key]))
    .slice(0, mostAges)
    .map((slug) => ({
      subject_kind: "asset",
      subject_slug: slug,
      measure: figure.query.measure,
    }));
}
