import type { SubjectKind } from "@/api/contract";
import type { Explained } from "@/api/explained";
import type { Day } from "@/lib/day";
import { where } from "../market/ask";

/** As many as one condition names. */
const most = 200;

type Summed = { name: string; of: ReadonlyArray<string> };

/** What explains a sum over named members, each of which stands in it; null where these are not told. */
export function explainedMembers(
  measure: string,
  { name, of }: Summed,
  date: Day,
  subject: SubjectKind = "asset",
): Explained | null {
  if (of.length === 0 || of.length > most) return null;
  const filter = where("slug", "in", [...of]);
  return { kind: "aggregate", of: { measure, subject_kind: subject, filter }, date, name };
}
