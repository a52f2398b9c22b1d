import type { PlanType } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { commonPlans, plansBeyond } from "@/api/plans";
import type { Answer } from "@/api/series";
import { isBeyondPlan } from "@/lib/failure";

/** Whether policies refuse the numbers of an answer. */
export function isRefused({ error }: Answer<unknown>): boolean {
  return error !== null && isBeyondPlan(describeFailure(error));
}

/** The plans that include the numbers that are refused or left out. */
export function plansOfNumbers(answers: ReadonlyArray<Answer<unknown>>): readonly PlanType[] {
  return commonPlans(
    answers.map(({ data, error }) =>
      data || error === null ? plansBeyond(data) : (describeFailure(error).plans ?? []),
    ),
  );
}
