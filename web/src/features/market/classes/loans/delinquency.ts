import type { GetAggregateResponse } from "@/api/contract";
import { combinedQualifier } from "@/charts/data/valueReason";
import { lastValue } from "@/charts/explanation/windows";
import { sumOfKnown } from "@/lib/exactSum";
import type { PointQualifier } from "@/lib/format/qualifiers";
import { newestMark } from "../../rankings/rowQualifiers";

/** The ranges of days past due, each with the measure of its principal. */
export const delinquencyRanges = [
  { measure: "past_due_1_to_30_days_dollar", name: "1–30 days" },
  { measure: "past_due_31_to_60_days_dollar", name: "31–60 days" },
  { measure: "past_due_61_to_90_days_dollar", name: "61–90 days" },
  { measure: "past_due_over_90_days_dollar", name: "Over 90 days" },
] as const;

export type Delinquency = {
  measure: string;
  name: string;
  /** How many loans have principal in the range; null where not all of them are listed apart. */
  loans: number | null;
  amount: number | null;
  /** The share of outstanding principal. */
  share: number | null;
  sample: boolean;
  /** How amount and share came to be, where they were not measured on their day. */
  mark: PointQualifier | undefined;
};

function shareOf(amount: number | null, outstanding: number | null): number | null {
  return amount === null || outstanding === null || outstanding <= 0 ? null : amount / outstanding;
}

/** Principal by days past due: answers by loan in the order of the ranges, and all outstanding principal. */
export function delinquencies(
  outstanding: GetAggregateResponse,
  answers: ReadonlyArray<GetAggregateResponse>,
): ReadonlyArray<Delinquency> {
  const whole = lastValue(outstanding.total.values);
  return delinquencyRanges.flatMap(({ measure, name }, place) => {
    const answer = answers[place];
    if (!answer || answer.total.member_count === 0) return [];
    const amount = lastValue(answer.total.values);
    const overdue = answer.groups.filter(({ values }) => (lastValue(values) ?? 0) > 0);
    const loans = overdue.some(({ is_other: isOther }) => isOther) ? null : overdue.length;
    return [
      {
        measure,
        name,
        loans,
        amount,
        share: shareOf(amount, whole),
        sample: answer.total.has_sample,
        mark: newestMark(answer, answer.total),
      },
    ];
  });
}

/** More than 30 days past due: what lenders call the portfolio at risk. */
export function atRisk(
  rows: ReadonlyArray<Delinquency>,
): Pick<Delinquency, "amount" | "share" | "loans" | "mark"> {
  const over = rows.filter(({ measure }) => measure !== delinquencyRanges[0].measure);
  return {
    amount: sumOfKnown(over.map(({ amount }) => amount)),
    share: sumOfKnown(over.map(({ share }) => share)),
    loans: over.some(({ loans }) => loans === null)
      ? null
      : sumOfKnown(over.map(({ loans }) => loans)),
    mark: combinedQualifier(
      over.filter(({ amount }) => amount !== null).map(({ mark }) => mark ?? {}),
    ),
  };
}
