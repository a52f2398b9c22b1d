import type { Answer } from "@/api/series";
import type { ChartState } from "@/charts/types";
import { failureOf } from "@/lists/AssetTable";

/** The state of a composition: ready, failed or loading. */
export function compositionState(
  parts: ReadonlyArray<unknown> | undefined,
  answers: ReadonlyArray<Answer<unknown>>,
): ChartState {
  if (parts) return { status: "ready" };
  const { failure, onRetry } = failureOf(answers);
  return failure === null ? { status: "loading" } : { status: "error", failure, onRetry };
}
