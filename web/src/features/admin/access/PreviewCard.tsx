import type { UseQueryResult } from "@tanstack/react-query";
import type { Preview } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { Button } from "@/components/ui/buttons/Button";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { previewText } from "./previewText";
import { explainAccessFailure } from "./refusals";

type PreviewCardProps = {
  /** The answer for the values of the form; disabled while these are not complete. */
  preview: Pick<
    UseQueryResult<Preview, unknown>,
    "data" | "error" | "isFetching" | "isPlaceholderData" | "refetch"
  >;
  /** Whether the form lacks a value without which there is no impact to calculate. */
  incomplete: boolean;
};

function Content({ preview, incomplete }: PreviewCardProps) {
  const { data, error, isFetching, isPlaceholderData } = preview;
  if (incomplete) {
    return (
      <p className="text-text-2">
        Complete the form to see how many users and organizations the change affects.
      </p>
    );
  }
  if (error) {
    const failure = describeFailure(error);
    if (failure.code === "BAD_REQUEST") {
      return (
        <p className="text-text-2">A value was not accepted. Save to see which field it is.</p>
      );
    }
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-neg">
          The impact could not be calculated. {explainAccessFailure(failure)}
        </p>
        <Button size="small" onClick={() => void preview.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!data) return <Skeleton className="h-5 w-3/4 rounded-sm" />;
  return (
    <p className={isFetching && isPlaceholderData ? "text-text-2" : undefined}>
      {previewText(data)}
    </p>
  );
}

/** The impact of a change before it is saved: whom it affects, and which actions it adds and removes. */
export function PreviewCard(props: PreviewCardProps) {
  return (
    <Card title="Impact of saving" lead="Members of an organization are not counted separately.">
      <div role="status" className="px-(--card-pad) py-3.5">
        <Content {...props} />
      </div>
    </Card>
  );
}
