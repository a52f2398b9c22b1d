import type { OrganizationEntry, PlanType } from "@/api/contract";
import { addDays, addMonths, type Day, isDay, lastDay } from "@/lib/dates/day";
import { dayOf } from "@/lib/dates/lastMoment";
import { planKinds } from "@/lib/format/planKinds";

const longestMonths = 120;

/** The texts for an end that is not accepted, here and by the server. */
export const endRefusals = {
  plan_end_required: "Enter the last day of the trial.",
  plan_end_not_allowed: "The free plan has no end.",
  plan_end_out_of_range: "Enter a day from today to ten years from now.",
} as const;

/** Whether plans of this type may end. */
export function canEnd(plan: PlanType): boolean {
  return planKinds[plan] !== "free";
}

/** The day that the form begins with: a trial that follows another ends when that one would have ended. */
export function firstEndDay(plan: PlanType, stored: OrganizationEntry): Day | "" {
  if (stored.plan_ends_at === null) return "";
  const bothTrials = [plan, stored.plan].every((one) => planKinds[one] === "trial");
  return plan === stored.plan || bothTrials ? dayOf(stored.plan_ends_at) : "";
}

/** Why a plan cannot end on a day, as the server decides; null where it can. Empty is no end. */
export function refuseEnd(plan: PlanType, day: Day | ""): string | null {
  const kind = planKinds[plan];
  if (day === "") return kind === "trial" ? endRefusals.plan_end_required : null;
  if (kind === "free") return endRefusals.plan_end_not_allowed;
  const today = addDays(lastDay(), 1);
  const accepted = isDay(day) && day >= today && day <= addMonths(today, longestMonths);
  return accepted ? null : endRefusals.plan_end_out_of_range;
}
