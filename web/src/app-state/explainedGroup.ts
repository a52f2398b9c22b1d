import { isBySubject } from "@/api/bySubject";
import type { GetAggregateRequest, SeriesGroupBy } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import type { NumberKey } from "./numberExplanation";

type GroupRequest = Pick<
  GetAggregateRequest,
  "measure" | "filter" | "weight" | "mode" | "from" | "to"
> & {
  subject_kind: NonNullable<GetAggregateRequest["subject_kind"]>;
  by: SeriesGroupBy;
  key: string;
};

/** The number of one group: a series of its own where the group is what the numbers are about. */
export function explainedGroup(group: GroupRequest, date: string, name: string): NumberKey {
  const { by, key, filter, subject_kind: kind, ...of } = group;
  const isOne = isBySubject(by, kind);
  if (isOne && of.mode === undefined) {
    const series = { subject_kind: kind, subject_slug: key, measure: of.measure };
    return { kind: "series", key: series, date };
  }
  const only = every([filter, where(isOne ? "slug" : by, "equals", key)]);
  const parts = kind === "token" ? { parts: { group_by: "asset" as const } } : {};
  const request = { ...of, subject_kind: kind, ...(only && { filter: only }) };
  return { kind: "aggregate", of: request, date, name, ...parts };
}
