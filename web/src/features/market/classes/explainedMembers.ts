import { mostFilterValues, type SubjectKind } from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import { every, ofBucket, where } from "@/charts/queries/aggregateQuery";
import type { Day } from "@/lib/dates/day";

type SumOfMembers = { name: string; of: ReadonlyArray<string> };

/** The explanation of a sum over named members, or over the distributed tokens of named assets; null without names. */
export function explainedMembers(
  measure: string,
  { name, of }: SumOfMembers,
  date: Day,
  subject: SubjectKind = "asset",
): NumberKey | null {
  if (of.length === 0 || of.length > mostFilterValues) return null;
  const filter =
    subject === "token"
      ? every([ofBucket("distributed"), where("asset", "in", [...of])])
      : where("slug", "in", [...of]);
  const about = { measure, subject_kind: subject, ...(filter && { filter }) };
  return { kind: "aggregate", of: about, date, name };
}
