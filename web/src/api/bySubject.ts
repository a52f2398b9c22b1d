import type { SeriesGroupBy, SubjectKind } from "./contract";

/** The grouping in which each subject of a kind is a group of its own; of assets, tokens would be others. */
export function bySubject(kind: SubjectKind | null): SeriesGroupBy {
  return kind === "asset" ? "asset" : "token";
}

/** Whether each group of a grouping is a subject, which has a series of its own. */
export function isBySubject(by: SeriesGroupBy, kind: SubjectKind): boolean {
  return by === kind || by === bySubject(kind);
}
