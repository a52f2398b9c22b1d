import type { Answer } from "@/api/series";
import type { ChartState } from "@/charts/types";
import { failureOf } from "@/lists/AssetTable";

/** What a chart of parts can show: them, a failure, or that they are awaited. */
export function compositionState(
  parts: ReadonlyArray<unknown> | undefined,
  answers: ReadonlyArray<Answer<unknown>>,
): ChartState {
  if (parts) return { status: "ready" };
  const { failure, onRetry } = failureOf(answers);
  return failure === null ? { status: "loading" } : { status: "error", failure, onRetry };
}
