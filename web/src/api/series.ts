import { useQueries, useQuery } from "@tanstack/react-query";
import { useTRPC } from "./client";
import type {
  GetAggregateRequest,
  GetAggregateResponse,
  GetLatestRequest,
  GetSeriesRequest,
} from "./contract";
import { seriesStaleMs } from "./staleTimes";

export type Answer<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

/** The parameters that change the numbers of an answer, and not only how many there are. */
const telling = [
  ...["measure", "subject_kind", "filter", "group_by"],
  ...["weight", "interval", "mode", "as_of"],
];

function about(request: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(telling.map((name) => request[name] ?? null));
}

function inputOf(queryKey: readonly unknown[] | undefined): Record<string, unknown> {
  const request = queryKey?.[1] as { input?: Record<string, unknown> } | undefined;
  return request?.input ?? {};
}

/** The answer before stays while the next one comes, unless it would pass for another's numbers. */
function keepAlike(request: object | null) {
  return <Data>(before: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    about(inputOf(query?.queryKey)) === about({ ...request }) ? before : undefined;
}

/** The sum of many series; null requests nothing. */
export function useAggregate(request: GetAggregateRequest | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.aggregate.queryOptions(request ?? { measure: "" }),
    enabled: request !== null,
    staleTime: seriesStaleMs,
    placeholderData: keepAlike(request),
  });
}

/** Several sums at once, which travel together; those of an earlier request never stand for those of this one. */
export function useAggregates(
  requests: ReadonlyArray<GetAggregateRequest>,
  enabled = true,
): ReadonlyArray<Answer<GetAggregateResponse>> {
  const trpc = useTRPC();
  return useQueries({
    queries: requests.map((request) =>
      trpc.timeseries.aggregate.queryOptions(request, { enabled, staleTime: seriesStaleMs }),
    ),
  });
}

/** Series on one axis; null requests nothing. */
export function useSeries(request: GetSeriesRequest | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.get.queryOptions(request ?? { keys: [] }),
    enabled: request !== null && request.keys.length > 0,
    staleTime: seriesStaleMs,
    placeholderData: keepAlike(request),
  });
}

/** The newest values; a key without a series has none. */
export function useLatest(request: GetLatestRequest | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.latest.queryOptions(request ?? { keys: [] }),
    enabled: request !== null && request.keys.length > 0,
    staleTime: seriesStaleMs,
  });
}
