import type { PlanType } from "@/api/contract";
import { Link } from "../ui/links/Link";
import { partIncluded, planList } from "./planNames";

type PlanNoteProps = {
  /** The plans that include all of the data; without one nothing is said. */
  plans: readonly PlanType[];
  className: string;
};

/** The sentence beside data of which the plan of the reader includes a part. */
export function PlanNote({ plans, className }: PlanNoteProps) {
  if (plans.length === 0) return null;
  return (
    <p className={`text-sm text-text-2 ${className}`}>
      {partIncluded}{" "}
      <Link href="/settings/plan" className="text-accent underline">
        {planList(plans)}
      </Link>
      .
    </p>
  );
}
