import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type {
  GetAggregateRequest,
  GetExplanationRequest,
  GetLatestRequest,
  GetSeriesRequest,
  Query,
} from "@/api/contract";

/** Numbers change with a load, a few times a day. */
const freshMs = 60_000;

/** What makes other numbers of an answer, and not only more or fewer of the same. */
const telling = ["measure", "subject_kind", "group_by", "interval", "mode", "as_of"];

function inputOf(queryKey: readonly unknown[] | undefined): Record<string, unknown> {
  const asked = queryKey?.[1] as { input?: Record<string, unknown> } | undefined;
  return asked?.input ?? {};
}

/** The answer before stays while the next one comes, unless it would pass for another's numbers. */
function keepAlike(request: object | null) {
  return <Data>(before: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) => {
    const asked = inputOf(query?.queryKey);
    const next: Record<string, unknown> = { ...request };
    return telling.every((name) => asked[name] === next[name]) ? before : undefined;
  };
}

/** Many series added up; null is not asked yet. */
export function useAggregate(request: GetAggregateRequest | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.aggregate.queryOptions(request ?? { measure: "" }),
    enabled: request !== null,
    staleTime: freshMs,
    placeholderData: keepAlike(request),
  });
}

/** Series on one axis; null is not asked yet. */
export function useSeries(request: GetSeriesRequest | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.get.queryOptions(request ?? { keys: [] }),
    enabled: request !== null && request.keys.length > 0,
    staleTime: freshMs,
    placeholderData: keepAlike(request),
  });
}

export function useLatest(request: GetLatestRequest | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.latest.queryOptions(request ?? { keys: [] }),
    enabled: request !== null && request.keys.length > 0,
    staleTime: freshMs,
  });
}

export function useExplanation(request: GetExplanationRequest) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.explain.queryOptions(request),
    staleTime: freshMs,
  });
}

/** Where several numbers come from; what has no answer is left out. */
export function useExplanations(requests: ReadonlyArray<GetExplanationRequest>) {
  const trpc = useTRPC();
  const answers = useQueries({
    queries: requests.map((request) => ({
      ...trpc.timeseries.explain.queryOptions(request),
      staleTime: freshMs,
    })),
  });
  return answers.flatMap(({ data }) => data ?? []);
}

export function useSeriesList(query: Query | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.list.queryOptions(query ?? {}),
    enabled: query !== null,
    staleTime: freshMs,
  });
}

export function useRestatements(query: Query | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.restatements.list.queryOptions(query ?? {}),
    enabled: query !== null,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
}

export function useLoads(query: Query | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.loads.list.queryOptions(query ?? {}),
    enabled: query !== null,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
}
