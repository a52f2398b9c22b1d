type PlanKind = "free" | "trial" | "premium";

export type PlanCoverage = {
  kind: PlanKind;
  /** The classes that the name covers; null is every class. */
  classes: readonly string[] | null;
};

const privateCredit = ["Private Credit"];
const treasuries = ["U.S. Treasuries"];
const stablecoins = ["Stablecoins"];

/** By the type of the plan; a type of the contract that is missing does not compile where it is looked up. */
export const planCoverage = {
  FREE: { kind: "free", classes: [] },
  TRIAL_ALL_ACCESS: { kind: "trial", classes: null },
  TRIAL_PRIVATE_CREDIT: { kind: "trial", classes: privateCredit },
  TRIAL_US_TREASURIES: { kind: "trial", classes: treasuries },
  TRIAL_STABLECOINS: { kind: "trial", classes: stablecoins },
  PREMIUM_ALL_ACCESS: { kind: "premium", classes: null },
  PREMIUM_PRIVATE_CREDIT: {
    kind: "premium",
    classes: privateCredit,
  },
  PREMIUM_US_TREASURIES: { kind: "premium", classes: treasuries },
  PREMIUM_STABLECOINS: { kind: "premium", classes: stablecoins },
} satisfies Record<string, PlanCoverage>;

export const planKindLabels: Record<PlanKind, string> = {
  free: "Free",
  trial: "Trial",
  premium: "Premium",
};
