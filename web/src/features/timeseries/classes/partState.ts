import { describeFailure } from "@/api/failures";
import type { Answer } from "@/api/series";
import type { ChartState } from "@/components/chart/types";

/** What a chart of parts can show: them, a failure, or that they are awaited. */
export function partState(
  parts: ReadonlyArray<unknown> | undefined,
  answers: ReadonlyArray<Answer<unknown>>,
): ChartState {
  if (parts) return { status: "ready" };
  const failed = answers.filter(({ error }) => error !== null);
  const [first] = failed;
  if (!first) return { status: "loading" };
  const onRetry = () => {
    for (const answer of failed) void answer.refetch();
  };
  return { status: "error", failure: describeFailure(first.error), onRetry };
}
