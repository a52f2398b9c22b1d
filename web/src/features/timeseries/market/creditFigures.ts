import type { Ask } from "./ask";
import type { Drawn, Figure, Group } from "./market";
import { drawnOf, slugs } from "./measures";

type Of = (measure: string) => Ask;

/** Beside amounts that borrowers owe. */
export const owedLine = "US$, end of day UTC, in time, late and in default until written off";

/** What is owed of loans, without those in default. */
export function activeLoans(of: Of): Figure {
  return {
    kind: "level",
    label: "Active loans value",
    ask: of(slugs.activeLoans),
    less: of(slugs.defaulted),
    unit: "money",
    remark: "What is owed of loans in time and late; what is in default stands apart.",
  };
}

export function defaultRate(of: Of): Figure {
  return {
    kind: "quotient",
    label: "Default rate",
    over: of(slugs.defaulted),
    under: of(slugs.originated),
    remark: "Defaulted amount, as a part of all that was ever lent.",
  };
}

/** What is late, and how long what is owed still runs. */
export function lateAndTerm(of: Of, by: readonly Group[]): readonly Drawn[] {
  const shared = { kind: "stock", groups: by } as const;
  return [
    drawnOf({
      ...shared,
      id: "late",
      label: "Late amount",
      ask: of("late_loans_amount_dollar"),
      unitLine: "US$, with a payment up to 90 days past due, UTC",
    }),
    drawnOf({
      ...shared,
      id: "term",
      label: "Time to maturity",
      ask: { ...of("days_to_maturity"), weight: slugs.activeLoans },
      unit: { kind: "count", noun: "days", per: 1, decimals: 1 },
      unitLine: "Days, weighted by what is owed",
    }),
  ];
}
