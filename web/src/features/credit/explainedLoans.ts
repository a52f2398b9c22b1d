import type { QueryValue } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import type { NumberKey } from "@/app-state/numberExplanation";
import { formatAmountExact, formatPercent } from "@/lib/format";
import type { LoanGroup } from "./loanDimensions";

export type LoanTotals = Pick<LoanGroup, "name" | "count" | "outstanding"> & Partial<LoanGroup>;

type CountNumberKey = Extract<NumberKey, { kind: "count" }>;

/** How many loans are outstanding, and how much; all of them where they have nothing in common but their currency. */
export function explainedOutstanding(
  { name, count, outstanding, only }: LoanTotals,
  currency: QueryValue,
): { count: CountNumberKey; amount: CountNumberKey | null } {
  const filter = every([where("currency", "equals", currency), only]);
  const loans = { kind: "count" as const, of: "loans" as const, ...(filter && { filter }) };
  const amount = outstanding !== null && {
    ...loans,
    name: `Outstanding: ${name}`,
    figure: formatAmountExact(outstanding),
    sum: "outstanding_amount",
  };
  const counted = { ...loans, name: `Loans: ${name}`, figure: formatAmountExact(count) };
  return { count: counted, amount: amount || null };
}

/** The share of all outstanding principal. */
export function explainedLoanShare(
  { name, share, sample }: Pick<LoanGroup, "name" | "share" | "sample">,
  amount: CountNumberKey | null,
  all: CountNumberKey | null,
  allSample: boolean,
): NumberKey | null {
  if (share === null || !amount || !all) return null;
  const items = [
    { name: amount.name, figure: amount.figure, number: amount, sample },
    { name: all.name, figure: all.figure, number: all, sample: allSample },
  ];
  const method = "The first input divided by the second.";
  return {
    kind: "several",
    name: `Share: ${name}`,
    items,
    method,
    figure: formatPercent(share, 4),
  };
}
