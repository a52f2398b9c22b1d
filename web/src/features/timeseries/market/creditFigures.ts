import type { Ask } from "./ask";
import type { Figure } from "./market";
import { slugs } from "./measures";

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
