import type { PlanType } from "@/api/contract";

/** A failed call as a screen knows it: never the server's prose, only its stable names. */
export type Failure = {
  code: string;
  reason: string | null;
  message: string;
  traceId: string | null;
  /** The plans that include what was refused, the smallest first; absent where there are none. */
  plans?: readonly PlanType[];
};

/** Whether policies refuse the data: another try changes nothing, another plan may. */
export function isBeyondPlan({ code, reason }: Failure): boolean {
  return code === "FORBIDDEN" && reason?.startsWith("access.") === true;
}
