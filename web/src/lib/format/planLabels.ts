type PlanKind = "free" | "trial" | "premium";

export type PlanLabel = {
  name: string;
  kind: PlanKind;
  /** The classes that the name covers; null is every class. */
  classes: readonly string[] | null;
};

const privateCredit = ["Private Credit"];
const treasuries = ["U.S. Treasuries"];
const stablecoins = ["Stablecoins"];

/** By the type of the plan; a type of the contract without its label does not compile where it is looked up. */
export const planLabels = {
  FREE: { name: "Free", kind: "free", classes: [] },
  TRIAL_ALL_ACCESS: { name: "Trial: all access", kind: "trial", classes: null },
  TRIAL_PRIVATE_CREDIT: { name: "Trial: private credit", kind: "trial", classes: privateCredit },
  TRIAL_US_TREASURIES: { name: "Trial: U.S. treasuries", kind: "trial", classes: treasuries },
  TRIAL_STABLECOINS: { name: "Trial: stablecoins", kind: "trial", classes: stablecoins },
  PREMIUM_ALL_ACCESS: { name: "Premium: all access", kind: "premium", classes: null },
  PREMIUM_PRIVATE_CREDIT: {
    name: "Premium: private credit",
    kind: "premium",
    classes: privateCredit,
  },
  PREMIUM_US_TREASURIES: { name: "Premium: U.S. treasuries", kind: "premium", classes: treasuries },
  PREMIUM_STABLECOINS: { name: "Premium: stablecoins", kind: "premium", classes: stablecoins },
} satisfies Record<string, PlanLabel>;

export const planKindLabels: Record<PlanKind, string> = {
  free: "Free",
  trial: "Trial",
  premium: "Premium",
};
