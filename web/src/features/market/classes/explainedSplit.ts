import type { NumberKey } from "@/app-state/numberExplanation";
import {
  explainedChange,
  explainedMembership,
  explainedShare,
  partOf,
} from "@/charts/explanation/numberParts";
import type { AggregateQuery } from "@/charts/queries/aggregateQuery";
import { addDays, type Day, month } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import type { Split } from "./splits";

/** The explanation of a sum on a day. */
export type ExplainDay = (day: Day) => NumberKey | null;

/** The total value of the members of a query. */
export function explainedAll({
  measure,
  subject,
  filter,
  weight,
}: AggregateQuery): (day: Day) => NumberKey {
  const query = {
    measure,
    subject_kind: subject,
    ...(filter && { filter }),
    ...(weight && { weight }),
  };
  return (date) => ({ kind: "aggregate", of: query, date, name: "All" });
}

export type SplitColumn = "members" | "value" | "share" | "change";

type SplitRow = Pick<
  Split,
  "name" | "members" | "value" | "before" | "share" | "change" | "sample" | "wholeSample"
>;

/** The explanation of a number of a group; null without a query of its own. */
export function explainedSplit(
  column: SplitColumn,
  row: SplitRow,
  { own, all, to }: { own: ExplainDay; all: { on: ExplainDay; value: number | null }; to: Day },
): NumberKey | null {
  const sum = own(to);
  if (!sum || row.value === null) return null;
  const now = partOf(`${row.name}, ${formatDay(to)}`, row.value, sum, row.sample);
  if (column === "value") return sum;
  if (column === "members") return explainedMembership(row.name, now, row.members);
  if (column === "share") {
    const whole = all.on(to);
    if (!whole || row.share === null) return null;
    const every = partOf("All", all.value, whole, row.wholeSample);
    return explainedShare(row.name, now, every, row.share);
  }
  const day = addDays(to, -month);
  const then = own(day);
  if (!then || row.change === null) return null;
  const before = partOf(`${row.name}, ${formatDay(day)}`, row.before, then, row.sample);
  return explainedChange(row.name, now, before, row.change);
}
