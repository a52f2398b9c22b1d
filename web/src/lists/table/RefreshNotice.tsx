import { explainFailure } from "@/components/states/failureTexts";
import { Button } from "@/components/ui/buttons/Button";
import type { Failure } from "@/lib/failure";

type RefreshNoticeProps = {
  what: string;
  refreshing: boolean;
  failure: Failure | null;
  onRetry: (() => void) | undefined;
};

/** Above rows that stay readable: a line while newer ones are on their way, a sentence when they did not come. */
export function RefreshNotice({ what, refreshing, failure, onRetry }: RefreshNoticeProps) {
  return (
    <>
      <div aria-hidden="true" className="relative z-(--z-sticky) h-0">
        {refreshing && (
          <div className="absolute inset-x-0 top-0 h-0.5 animate-skeleton overflow-hidden bg-surface-3">
            <div className="absolute inset-y-0 start-0 w-2/5 animate-sweep bg-ink" />
          </div>
        )}
      </div>
      {failure && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-warn-soft px-(--card-pad) py-1.5 text-sm text-warn"
        >
          <span>
            {what} may be out of date. {explainFailure(failure)}
          </span>
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      )}
    </>
  );
}
