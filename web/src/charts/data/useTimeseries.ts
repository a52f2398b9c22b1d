import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type {
  ExplainedNumber,
  Filter,
  GetAggregateRequest,
  GetExplanationRequest,
  Query,
} from "@/api/contract";
import { where } from "@/api/listQuery";
import { seriesStaleMs } from "@/api/staleTimes";

/** The explanation of a series, which is the answer to a request with a key. */
const ofSeries = (found: ExplainedNumber) => ("series" in found ? found : undefined);

export function useExplanation(request: GetExplanationRequest) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.explain.queryOptions(request, { select: ofSeries }),
    staleTime: seriesStaleMs,
  });
}

/** Where several numbers come from; what has no answer is left out. */
export function useExplanations(requests: ReadonlyArray<GetExplanationRequest>) {
  const trpc = useTRPC();
  const answers = useQueries({
    queries: requests.map((request) => ({
      ...trpc.timeseries.explain.queryOptions(request, { select: ofSeries }),
      staleTime: seriesStaleMs,
    })),
  });
  return answers.flatMap(({ data }) => data ?? []);
}

/** The loads that the values of a sum come from. */
export function useAggregateOrigins(request: GetAggregateRequest) {
  const trpc = useTRPC();
  return useQuery({ ...trpc.timeseries.origins.queryOptions(request), staleTime: seriesStaleMs });
}

export function useSeriesList(query: Query | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.timeseries.list.queryOptions(query ?? {}),
    enabled: query !== null,
    staleTime: seriesStaleMs,
  });
}

export function useRestatements(query: Query | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.restatements.list.queryOptions(query ?? {}),
    enabled: query !== null,
    staleTime: seriesStaleMs,
    placeholderData: keepPreviousData,
  });
}

export function useLoads(query: Query | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.loads.list.queryOptions(query ?? {}),
    enabled: query !== null,
    staleTime: seriesStaleMs,
    placeholderData: keepPreviousData,
  });
}

/** One transfer, and the load that it came with. */
export function useTransfer(id: number) {
  const trpc = useTRPC();
  const firstOf = (filter: Filter) => ({ filter, pagination: { page: 1, perPage: 1 } });
  const transfer = useQuery({
    ...trpc.transactions.list.queryOptions(firstOf(where("id", "equals", id))),
    staleTime: seriesStaleMs,
  });
  const found = transfer.data?.results[0];
  const load = useQuery({
    ...trpc.loads.list.queryOptions(firstOf(where("id", "equals", found?.load_id ?? 0))),
    enabled: found !== undefined,
    staleTime: seriesStaleMs,
  });
  return { transfer, load };
}
