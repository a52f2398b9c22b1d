import type { LatestValue, SeriesKey } from "@/api/contract";
import { useLatest } from "@/api/series";
import { formatDay } from "@/lib/format";
import { exactText } from "../measures/units";
import type { Figure } from "../queries/market";

/** The measure whose value a figure shows as it is reported. */
function measureOf(figure: Figure): string | null {
  return figure.kind === "level" && !figure.less ? figure.query.measure : null;
}

/** "Sources differ on 18 Nov 2026: $10.33 (oracle), $10.03 (report)", if they do. */
export function differenceText(latest: LatestValue | undefined): string | null {
  if (!latest?.differing.length || latest.date === null) return null;
  const quantity = { unit: latest.unit, measure: latest.measure_slug };
  const values = [{ source: latest.source, value: latest.value }, ...latest.differing].map(
    ({ source, value }) => `${exactText(value, quantity)} (${source})`,
  );
  return `Sources differ on ${formatDay(latest.date)}: ${values.join(", ")}`;
}

/** For each figure of an asset, where its sources contradict each other. */
export function useDifferences(
  slug: string | null,
  figures: ReadonlyArray<Figure>,
): ReadonlyArray<string | null> {
  const measures = figures.map(measureOf);
  const unique = [...new Set(measures.flatMap((measure) => measure ?? []))];
  const keys = unique.map(
    (measure): SeriesKey => ({ subject_kind: "asset", subject_slug: slug ?? "", measure }),
  );
  const latest = useLatest(slug !== null && keys.length > 0 ? { keys } : null);
  return measures.map((measure) =>
    differenceText(latest.data?.results.find(({ measure_slug: found }) => found === measure)),
  );
}
