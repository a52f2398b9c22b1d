import { useMemo } from "react";
import { bySubject } from "@/api/bySubject";
import type { GetAggregateRequest, Restatement } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import { refetchFailed } from "@/api/refetchFailed";
import { useAggregate } from "@/api/series";
import { useRestatements } from "../data/useTimeseries";

/** The restatements that were requested and loaded. */
export type ChartRestatements = {
  rows: readonly Restatement[];
  error: unknown;
  /** Whether all of them are here. */
  loaded: boolean;
  onRetry: () => void;
};

export const noRestatements: readonly Restatement[] = [];
const most = 100;

/** The restatements of the subjects of a request; if it has a filter, only those of its members. */
export function useChartRestatements(
  request: GetAggregateRequest,
  isShown: boolean,
): ChartRestatements {
  const { measure, subject_kind: kind = "asset", filter } = request;
  const then = request.as_of ? { as_of: request.as_of } : {};
  const listed = useRestatements(
    isShown
      ? {
          filter: every([
            where("measure_slug", "equals", measure),
            where("subject_kind", "equals", kind),
          ]),
          sort: { field: "known_at", direction: "desc" },
          pagination: { page: 1, perPage: most },
          ...then,
        }
      : null,
  );
  const rows = (isShown ? listed.data?.results : null) ?? noRestatements;
  const restated = [...new Set(rows.map(({ subject_slug: slug }) => slug))];
  // Only the service knows which of them pass the filter.
  const isFiltered = filter && restated.length > 0;
  const members = useAggregate(
    isFiltered
      ? {
          measure,
          subject_kind: kind,
          filter: every([filter, where("slug", "in", restated)]) ?? null,
          group_by: bySubject(kind),
          group_limit: most,
          from: request.to ?? null,
          to: request.to ?? null,
          ...then,
        }
      : null,
  );
  const kept = useMemo(() => {
    if (!filter || rows.length === 0) return rows;
    const slugs = new Set(members.data?.groups.flatMap(({ key }) => key ?? []));
    const kept = rows.filter(({ subject_slug: slug }) => slugs.has(slug));
    return kept.length > 0 ? kept : noRestatements;
  }, [filter, rows, members.data]);
  const isComplete = !isFiltered || members.data !== undefined;
  return {
    rows: kept,
    error: listed.error ?? members.error,
    loaded: isShown && listed.data !== undefined && isComplete,
    onRetry: () => refetchFailed(listed, members),
  };
}
