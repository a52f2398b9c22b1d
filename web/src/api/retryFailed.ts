type Question = { error: unknown; refetch: () => unknown };

/** Asks again whatever failed, and nothing else. */
export function retryFailed(...questions: ReadonlyArray<Question>): void {
  for (const { error, refetch } of questions) if (error) refetch();
}
