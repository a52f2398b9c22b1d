import type { Failure } from "@/lib/failure";
import { EmptyState } from "../states/EmptyState";
import { explainFailure } from "../states/failureTexts";
import { ButtonLink } from "../ui/buttons/ButtonLink";

type PlanOfferProps = { failure: Failure; what: string };

/** In place of data that the plan of the reader does not include: what is missing, and the plans that include it. */
export function PlanOffer({ failure, what }: PlanOfferProps) {
  return (
    <EmptyState
      title={`Not included in your plan: ${what}`}
      action={failure.plans && <ButtonLink href="/settings/plan">Compare plans</ButtonLink>}
    >
      {explainFailure(failure)}
    </EmptyState>
  );
}
