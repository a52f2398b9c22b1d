import { type PlanType, planTypeLabels } from "./contract";

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The plans among the members of an answer; those of a later release have no name here. */
export function plansIn(value: unknown): readonly PlanType[] {
  const plans: unknown = isObject(value) ? value.plans : null;
  if (!Array.isArray(plans)) return [];
  return plans.filter((plan): plan is PlanType => Object.hasOwn(planTypeLabels, plan));
}

/** The plans that include what the policies of the reader leave out of an answer. */
export function plansBeyond(answer: unknown): readonly PlanType[] {
  const meta: unknown = isObject(answer) ? answer.meta : null;
  return isObject(meta) ? plansIn(meta.access) : [];
}

/** The plans that include all of it where several plans each include a part. */
export function commonPlans(parts: ReadonlyArray<readonly PlanType[]>): readonly PlanType[] {
  const [first = [], ...others] = parts.filter((plans) => plans.length > 0);
  return first.filter((plan) => others.every((plans) => plans.includes(plan)));
}
