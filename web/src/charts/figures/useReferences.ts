import type { SeriesKey } from "@/api/contract";
import { useLatest, useSeries } from "@/api/series";
import { useExplainer } from "@/app-state/numberExplanation";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { addMonths, lastDay } from "@/lib/dates/day";
import type { Reference } from "../queries/market";
import type { Period } from "./changePeriod";
import { courseOf, referenceTile } from "./publicReferences";

const courseMonths = 36;

export function benchmarkKey({ slug, measure }: Pick<Reference, "slug" | "measure">): SeriesKey {
  return { subject_kind: "benchmark", subject_slug: slug, measure };
}

/** The newest values of public series and their course. */
export function useReferences(
  references: ReadonlyArray<Reference>,
  period: Period,
): {
  tiles: ReadonlyArray<KpiTileProps>;
} {
  const keys = references.map(benchmarkKey);
  const explaining = useExplainer();
  const latest = useLatest({ keys });
  const from = addMonths(lastDay(), -courseMonths);
  const course = useSeries({ keys, interval: "month", from });
  const tiles = references.map((reference): KpiTileProps => {
    const { label, slug } = reference;
    if (latest.error && !latest.data) {
      return { label, value: null, status: "failed", onRetry: () => void latest.refetch() };
    }
    if (!latest.data) return { label, value: null, status: "loading" };
    const found = latest.data.results.find(({ subject_slug: subject }) => subject === slug);
    const tile = referenceTile(reference, found, courseOf(course.data, slug), period);
    if (!found || tile.value === null) return tile;
    const date = found.date ?? undefined;
    const number = { kind: "series" as const, key: benchmarkKey(reference), ...(date && { date }) };
    const { pressed, onPress } = explaining(number);
    return { ...tile, explained: pressed, onExplain: onPress };
  });
  return { tiles };
}
