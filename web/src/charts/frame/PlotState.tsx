import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import type { ChartState } from "../types";

/** A script of the picture that could not be fetched. */
export const unreachable = { code: "NETWORK", reason: null, message: "", traceId: null };

type PlotStateProps = { state: Exclude<ChartState, { status: "ready" }>; title: string };

/** Stands in the place of the plot, in its height: nothing moves when the figures come. */
export function PlotState({ state, title }: PlotStateProps) {
  if (state.status === "loading")
    return (
      <div className="absolute inset-0 pt-[22px] pb-6 ps-[38px]">
        <Loading label={`Loading ${title}`}>
          <Skeleton className="h-[180px] rounded-xs md:h-[200px]" />
        </Loading>
      </div>
    );
  return (
    <div className="absolute inset-0 grid place-content-center overflow-y-auto">
      {state.status === "error" && (
        <ErrorState
          failure={state.failure}
          what={title}
          {...(state.onRetry ? { onRetry: state.onRetry } : {})}
        />
      )}
      {state.status === "empty" && (
        <EmptyState title={state.title} action={state.action}>
          {state.text}
        </EmptyState>
      )}
      {state.status === "withheld" && (
        <EmptyState title="Withheld">
          {state.reason} The values failed a check and are not shown.
        </EmptyState>
      )}
    </div>
  );
}
