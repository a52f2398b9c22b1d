import { useMemo } from "react";
import type { GetAggregateResponse, SeriesInterval, SeriesKey, SeriesRecord } from "@/api/contract";
import { where } from "@/api/listQuery";
import { endOf } from "../parts/intervals";
import { referenceParts } from "../parts/timeData";
import { useExplanations, useSeries, useSeriesList } from "../parts/useTimeseries";

/** Benchmarks that most charts are compared with, the rate of money first. */
const first = [
  "fred-fedfunds",
  "ust-par-m3",
  "gold-usd-monthly",
  "ust-par-y2",
  "ust-par-y10",
  "ust-par-y30",
  "ecb-zero-m3",
  "ecb-zero-y10",
  ...["usd", "gbp", "jpy", "chf", "cny", "sgd", "hkd"].map((code) => `ecb-eur-${code}`),
];

function rank({ subject_slug: slug }: SeriesRecord): number {
  const place = first.indexOf(slug);
  return place < 0 ? first.length : place;
}

/** Every benchmark that there is, those most asked for first. */
export function useBenchmarks(wanted: boolean): readonly SeriesRecord[] {
  const { data } = useSeriesList(
    wanted
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

/** Of an answer's benchmarks those that are told longest, and of these those that are most asked for. */
export function foremost(
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

/** Benchmarks on the days of a chart, with what must be said of their sources. */
export function useReferences(
  chosen: readonly SeriesRecord[],
  dates: readonly string[],
  interval: SeriesInterval,
) {
  const keys = chosen.map(keyOf);
  const from = dates[0];
  const last = dates.at(-1);
  const to = last && endOf(interval, last);
  const answer = useSeries(
    keys.length > 0 && from !== undefined && to !== undefined ? { keys, from, to, interval } : null,
  );
  const origins = useExplanations(keys.map((key) => ({ key })));
  const parts = keys.length > 0 ? referenceParts(dates, answer.data) : [];
  return { parts, lines: keys.length > 0 ? (answer.data?.lines ?? []) : [], origins };
}
