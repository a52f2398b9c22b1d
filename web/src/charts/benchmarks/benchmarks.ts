import { useMemo, useState } from "react";
import type {
  Explanation,
  GetAggregateResponse,
  SeriesInterval,
  SeriesKey,
  SeriesRecord,
} from "@/api/contract";
import { where } from "@/api/listQuery";
import { useSeries } from "@/api/series";
import type { NumberKey } from "@/app-state/numberExplanation";
import { type Day, lastDay } from "@/lib/dates/day";
import { allOrigins } from "@/lib/files/allOrigins";
import { benchmarkAxis } from "../addressParameters";
import { type Calculation, windowOf } from "../calculation";
import { nameWithEnd, staleEnd } from "../data/freshness";
import { referenceSeries, type SeriesInput } from "../data/timeData";
import { useSeriesOrigin } from "../data/useOrigin";
import { useStable } from "../data/useStable";
import { useExplanations, useSeriesList } from "../data/useTimeseries";
import type { ShownChart } from "../derived/shownChart";
import { type TimeKind, timeKind } from "../kinds";
import { earlierOf, endOf } from "../measures/intervals";

/** Benchmarks that most charts are compared with, the rate of money first. */
const first = [
  "fred-fedfunds",
  "fred-dgs3mo",
  "gold-usd-monthly",
  "fred-dgs2",
  "fred-dgs10",
  "fred-dgs30",
  "ecb-zero-m3",
  "ecb-zero-y10",
  ...["usd", "gbp", "jpy", "chf", "cny", "sgd", "hkd"].map((code) => `ecb-eur-${code}`),
];

function rank({ subject_slug: slug }: SeriesRecord): number {
  const place = first.indexOf(slug);
  return place < 0 ? first.length : place;
}

/** Every benchmark, the most used first. */
export function useBenchmarks(enabled: boolean): readonly SeriesRecord[] {
  const { data } = useSeriesList(
    enabled
      ? {
          filter: where("subject_kind", "equals", "benchmark"),
          pagination: { page: 1, perPage: 200 },
        }
      : null,
  );
  return useMemo(
    () =>
      (data?.results ?? []).toSorted(
        (one, other) => rank(one) - rank(other) || (one.subject_name < other.subject_name ? -1 : 1),
      ),
    [data],
  );
}

/** The benchmarks of an answer with the longest history, of these the most used. */
export function leadingBenchmarks(
  answer: GetAggregateResponse,
  benchmarks: readonly SeriesRecord[],
  limit: number,
): GetAggregateResponse {
  const places = new Map(benchmarks.map(({ subject_slug: slug }, place) => [slug, place]));
  const ranked = answer.groups
    .map((group) => ({
      group,
      last: group.values.findLastIndex((value) => value !== null),
      place: places.get(group.key ?? "") ?? benchmarks.length,
    }))
    .filter(({ group, last }) => last >= 0 && !group.is_other)
    .toSorted((one, other) => other.last - one.last || one.place - other.place);
  return { ...answer, groups: ranked.slice(0, limit).map(({ group }) => group) };
}

/** Whether a benchmark can stand on the axis of a chart: in its unit, or where everything starts at 100. */
export function fits(benchmark: SeriesRecord, unit: string | null, isIndex: boolean): boolean {
  if (isIndex) return benchmark.unit !== "ratio";
  return unit !== null && benchmark.unit === unit && unit === "ratio";
}

function keyOf({ subject_slug, measure_slug }: SeriesRecord): SeriesKey {
  return { subject_kind: "benchmark", subject_slug, measure: measure_slug };
}

/** The explanation of a benchmark in the interval that begins on a day. */
function explainedBenchmark(one: SeriesRecord, interval: SeriesInterval, day: Day): NumberKey {
  const date = earlierOf(endOf(interval, day), lastDay());
  return { kind: "series", key: keyOf(one), date };
}

/** Benchmarks on the days of a chart, with the attribution of their sources. */
function useReferences(
  chosen: readonly SeriesRecord[],
  dates: readonly string[],
  interval: SeriesInterval,
) {
  const keys = chosen.map(keyOf);
  const from = dates[0];
  const last = dates.at(-1);
  const to = last && endOf(interval, last);
  const request =
    keys.length > 0 && from !== undefined && to !== undefined ? { keys, from, to, interval } : null;
  const answer = useSeries(request);
  const origin = useSeriesOrigin(request);
  const origins = useExplanations(keys.map((key) => ({ key })));
  const parts = keys.length > 0 ? referenceSeries(dates, answer.data) : [];
  const known = answer.data?.lines.filter(({ values }) => values.some((value) => value !== null));
  const drawn = new Set(known?.map(({ subject_slug: slug }) => slug));
  const ends = new Map(
    answer.data?.lines.map((line) => [line.subject_slug, staleEnd(line, last ?? "")]),
  );
  return { parts, origin, credits: known ? creditsOf(origins, drawn, ends) : [] };
}

/** The attribution of the benchmarks, where they end, and those without a value in the time of a chart. */
function creditsOf(
  origins: readonly Explanation[],
  drawn: ReadonlySet<string>,
  ends: ReadonlyMap<string, Day | null>,
): readonly string[] {
  return origins.flatMap(({ series, versions }) => {
    const { subject_slug: slug } = series;
    const name = nameWithEnd(series.subject_name, ends.get(slug) ?? null);
    if (!drawn.has(slug)) return [`${name}: no value in this period.`];
    const load = versions[0]?.load;
    return load ? [`${name}: ${load.attribution ?? load.source}.`] : [];
  });
}

/** One sentence about requested benchmarks that are not drawn. */
function leftOut(
  slugs: readonly string[],
  all: readonly SeriesRecord[],
  chosen: readonly SeriesRecord[],
  isApart: boolean,
): readonly string[] {
  const axis = isApart ? "the other benchmarks" : "this chart";
  const drawn = new Set(chosen.map(({ subject_slug: slug }) => slug));
  const missing = slugs.filter((slug) => !drawn.has(slug));
  if (missing.length === 0) return [];
  const names = missing.map(
    (requested) => all.find(({ subject_slug: slug }) => slug === requested)?.subject_name,
  );
  const known = names.flatMap((name) => name ?? []);
  const unknown = missing.filter((_, place) => names[place] === undefined);
  return [
    [
      known.length > 0 ? `Not comparable in the unit of ${axis}: ${known.join(", ")}.` : "",
      unknown.length > 0 ? `Unknown benchmark: ${unknown.join(" or ")}.` : "",
    ]
      .filter(Boolean)
      .join(" "),
  ];
}

/** The chosen benchmarks that share the unit of the first one: a second axis has one unit. */
function alikeOf(chosen: readonly SeriesRecord[], slugs: readonly string[]) {
  const unit = slugs.flatMap((slug) => chosen.find((one) => one.subject_slug === slug) ?? [])[0]
    ?.unit;
  return chosen.filter((one) => one.unit === unit);
}

type BenchmarkedChart = {
  /** Chosen benchmarks by slug. */
  benchmarks: readonly string[];
  style: TimeKind;
  isIndex: boolean;
  second: string;
  calculation: Calculation;
  /** As the service answered it; null is not known yet. */
  unit: string | null;
  dates: readonly string[];
  interval: SeriesInterval;
};

export type BenchmarkLines = ReturnType<typeof useBenchmarkLines>;

/** The benchmarks that a chart offers, and the lines of the chosen ones. */
export function useBenchmarkLines(chart: BenchmarkedChart) {
  const { benchmarks: slugs, style, isIndex, second, calculation, unit, dates, interval } = chart;
  // Returns have no unit.
  const isApart = second === benchmarkAxis || windowOf(calculation) !== null;
  const [requested, setRequested] = useState(false);
  const all = useBenchmarks(requested || slugs.length > 0);
  // A stack has no place for a line beside it.
  const offered = timeKind(style).hasLines
    ? all.filter((one) => isApart || fits(one, unit, isIndex))
    : [];
  const picked = offered.filter(({ subject_slug: slug }) => slugs.includes(slug));
  const chosen = isApart ? alikeOf(picked, slugs) : picked;
  const references = useReferences(chosen, dates, interval);
  const parts: readonly SeriesInput[] = useStable(references.parts);
  const left = all.length > 0 && unit !== null ? leftOut(slugs, all, chosen, isApart) : [];
  const credits = [...references.credits, ...left];
  return {
    offered,
    parts,
    credits,
    /** Loads where the lines come from. */
    origin: references.origin,
    requestAll: () => setRequested(true),
    /** The benchmark of a line, with what explains it on a day; nothing where the line is another's. */
    benchmarkOf: (id: string | null) => {
      const slug = parts.find((part) => part.id === id)?.entity;
      const one = chosen.find(({ subject_slug: each }) => each === slug);
      if (!one) return null;
      const { unit, measure_slug: measure } = one;
      return { unit, measure, numberOf: (day: Day) => explainedBenchmark(one, interval, day) };
    },
  };
}

/** A chart with the lines of `useBenchmarkLines` among its series: their sources, their attribution, and what explains their numbers. */
export function withBenchmarks<Of extends ShownChart>(
  chart: Of,
  { benchmarkOf, credits, origin }: Pick<BenchmarkLines, "benchmarkOf" | "credits" | "origin">,
): Of {
  return {
    ...chart,
    footnotes: [...chart.footnotes, ...credits],
    origin: allOrigins(chart.origin, origin),
    unitOf: (id) => benchmarkOf(id) ?? chart.unitOf(id),
    numberOf: (id, day) => benchmarkOf(id)?.numberOf(day) ?? chart.numberOf(id, day),
  };
}
