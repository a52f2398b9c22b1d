type Retryable = { error: unknown; refetch: () => unknown };

/** Asks again whatever failed, and nothing else. */
export function retryFailed(...queries: ReadonlyArray<Retryable>): void {
  for (const { error, refetch } of queries) if (error) refetch();
}
