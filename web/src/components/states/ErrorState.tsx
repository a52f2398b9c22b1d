import { type Failure, isBeyondPlan } from "@/lib/failure";
import { PlanOffer } from "../plans/PlanOffer";
import { Button } from "../ui/buttons/Button";
import { Icon } from "../ui/marks/Icon";
import { explainFailure } from "./failureTexts";

type ErrorStateProps = { failure: Failure; what: string; onRetry?: () => void };

/** Says what could not be shown and why, with the reference an operator needs. */
export function ErrorState({ failure, what, onRetry }: ErrorStateProps) {
  if (isBeyondPlan(failure)) return <PlanOffer failure={failure} what={what} />;
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-12 text-center">
      <span className="text-neg">
        <Icon name="warning" size={20} />
      </span>
      <h2 className="mt-2 font-semibold text-md">{what} could not be loaded</h2>
      <p dir="auto" className="mt-1 max-w-[52ch] text-text-2">
        {explainFailure(failure)}
      </p>
      {failure.traceId && (
        <p className="mt-1 text-sm text-text-3">
          Reference <code className="font-mono [overflow-wrap:anywhere]">{failure.traceId}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-4" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
