import { type PlanType, planTypeLabels } from "@/api/contract";

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

/** "Premium: U.S. treasuries or Premium: all access". A trial ends, so it is named only where no other plan is. */
export function planList(plans: readonly PlanType[]): string {
  const lasting = plans.filter((plan) => !plan.startsWith("TRIAL_"));
  return anyOf.format((lasting.length > 0 ? lasting : plans).map((plan) => planTypeLabels[plan]));
}

/** The note under a chart of which the plan of the reader includes a part. */
export function planNotes(plans: readonly PlanType[]): readonly string[] {
  return plans.length === 0 ? [] : [`${partIncluded} ${planList(plans)}.`];
}

/** Before the names of the plans. */
export const partIncluded = "Your plan includes a part of this data. All of it is included in";
