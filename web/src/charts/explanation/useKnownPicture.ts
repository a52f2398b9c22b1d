import { useLatest } from "@/api/series";
import type { ChartedPage } from "../queries/market";
import { seriesOf } from "./explanation";

/** A picture without the measures that its one subject has no value of; with all of them as long as that is open. */
export function useKnownPicture<Of extends ChartedPage>(pictured: Of): Of {
  const [first, ...more] = pictured.charts;
  const latest = useLatest({ keys: more.flatMap(({ query }) => seriesOf(query) ?? []) });
  if (!latest.data) return pictured;
  const known = new Set(
    latest.data.results.flatMap(({ date, measure_slug: slug }) => (date === null ? [] : slug)),
  );
  const others = more.filter(({ query }) => seriesOf(query) === null || known.has(query.measure));
  return { ...pictured, charts: [first, ...others] };
}
