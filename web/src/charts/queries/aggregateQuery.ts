import type {
  Filter,
  GetAggregateRequest,
  SeriesGroupBy,
  SeriesInterval,
  SubjectKind,
} from "@/api/contract";
import { inTotals } from "@/api/headline";
import { every, where } from "@/api/listQuery";

/** A group of asset classes in the classification in use, such as "treasuries"; null is everything that totals include. */
export type ClassGroup = string | null;

/** The series that are added up. */
export type AggregateQuery = {
  measure: string;
  subject: SubjectKind;
  filter?: Filter;
  /** The measure that says how much a member of an average counts. */
  weight?: string;
};

type Span = {
  from: string;
  to: string;
  interval?: SeriesInterval;
  mode?: GetAggregateRequest["mode"];
};

/** The query of a figure, a chart or a table. */
export function requestOf(
  query: AggregateQuery,
  span: Span,
  group: { by: SeriesGroupBy; limit: number } | null = null,
): GetAggregateRequest {
  return {
    measure: query.measure,
    subject_kind: query.subject,
    ...(query.filter && { filter: query.filter }),
    ...(query.weight && { weight: query.weight }),
    ...(group && { group_by: group.by, group_limit: group.limit }),
    interval: span.interval ?? "day",
    ...(span.mode && { mode: span.mode }),
    from: span.from,
    to: span.to,
  };
}

/** Assets of a group of classes; without one, of all that totals include. The catalog says which classes are in a group. */
export function ofGroup(group: ClassGroup): Filter {
  return group === null ? inTotals : where("class_group", "equals", group);
}

export type Bucket = "distributed" | "represented" | "all";

/** Tokens that can leave their platform, that cannot, or both. Only tokens have buckets. */
export function ofBucket(bucket: Bucket): Filter | undefined {
  return bucket === "all" ? undefined : where("tokenization_type", "equals", bucket);
}

export { every, where };
