import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { SeriesLine } from "@/api/contract";
import { where } from "@/api/listQuery";
import { catalogStaleMs } from "@/api/staleTimes";
import { mostCompared } from "@/charts/comparedSeries";
import type { EventSources } from "@/charts/markers/useEvents";

/** The assets among chosen series whose events are marked; null while there are none, or they are not known. */
export function useSeriesEvents(
  lines: readonly SeriesLine[],
  isShown: boolean,
): EventSources | null {
  const trpc = useTRPC();
  const ofAssets = lines.filter(({ subject_kind: kind }) => kind === "asset");
  const slugs = [...new Set(ofAssets.map(({ subject_slug: slug }) => slug))].sort();
  const hasRecords = isShown && slugs.length > 0;
  const { data } = useQuery({
    ...trpc.assets.list.queryOptions({
      filter: where("slug", "in", slugs),
      pagination: { page: 1, perPage: mostCompared },
    }),
    enabled: hasRecords,
    staleTime: catalogStaleMs,
  });
  return hasRecords && data ? { records: data.results, assets: slugs } : null;
}
