type Retryable = { error: unknown; refetch: () => unknown };

/** Retries the failed queries among these. */
export function retryFailed(...queries: ReadonlyArray<Retryable>): void {
  for (const { error, refetch } of queries) if (error) refetch();
}
