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
  { name, share }: Pick<LoanGroup, "name" | "share">,
  amount: CountNumberKey | null,
  all: CountNumberKey | null,
): NumberKey | null {
  if (share === null || !amount || !all) return null;
  const items = [amount, all].map((number) => ({
    name: number.name,
    figure: number.figure,
    number,
  }));
  const method = "The first input divided by the second.";
  return {
    kind: "several",
    name: `Share: ${name}`,
    items,
    method,
    figure: formatPercent(share, 4),
  };
}
