type Retryable = { error: unknown; refetch: () => unknown };

/** Refetches the queries that failed, when the user tries again. The automatic retries are those of the query client. */
export function refetchFailed(...queries: ReadonlyArray<Retryable>): void {
  for (const { error, refetch } of queries) if (error) refetch();
}
