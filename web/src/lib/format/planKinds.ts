type PlanKind = "free" | "trial" | "premium";

/** By the type of the plan; a type of the contract that is missing does not compile where it is looked up. */
export const planKinds = {
  FREE: "free",
  TRIAL_ALL_ACCESS: "trial",
  TRIAL_PRIVATE_CREDIT: "trial",
  TRIAL_US_TREASURIES: "trial",
  TRIAL_STABLECOINS: "trial",
  PREMIUM_ALL_ACCESS: "premium",
  PREMIUM_PRIVATE_CREDIT: "premium",
  PREMIUM_US_TREASURIES: "premium",
  PREMIUM_STABLECOINS: "premium",
} satisfies Record<string, PlanKind>;
