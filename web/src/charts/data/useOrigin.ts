import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { GetAggregateRequest, GetSeriesRequest } from "@/api/contract";
import { useAggregates } from "@/api/series";
import type { Origin } from "@/lib/files/origin";

// Code that only downloads need is loaded on demand.
const load = async () => (await import("./originOf")).originOf;

type AnswerTime = { known_at: string } | undefined;

/** Answers, when called, where the values of sums come from. */
export function useOrigins(
  requests: ReadonlyArray<GetAggregateRequest>,
  answers: ReadonlyArray<AnswerTime>,
): () => Promise<Origin> {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async () => {
    const queries = requests.map((request) => trpc.timeseries.origins.queryOptions(request));
    const loaded = await Promise.all(queries.map((options) => client.fetchQuery(options)));
    const loads = loaded.flatMap((one) => one.loads);
    const methods = loaded.flatMap((one) => one.methods);
    // Data that became known after the first of them may be missing in it.
    const [asOf] = answers.flatMap((answer) => answer?.known_at ?? []).toSorted();
    return (await load())({ loads, methods }, asOf);
  };
}

/** Returns a function that loads the provenance of one sum. */
export function useOrigin(request: GetAggregateRequest, answer: AnswerTime): () => Promise<Origin> {
  return useOrigins([request], [answer]);
}

/** Returns a function that loads the provenance of single series; without a request there are none. */
export function useSeriesOrigin(request: GetSeriesRequest | null): () => Promise<Origin> {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async () => {
    if (!request) return {};
    const found = await client.fetchQuery(trpc.timeseries.seriesOrigins.queryOptions(request));
    return (await load())(found);
  };
}

/** Several sums at once, with a way to ask where they come from. */
export function useSourced(requests: ReadonlyArray<GetAggregateRequest>, enabled = true) {
  const answers = useAggregates(requests, enabled);
  const loaded = answers.map(({ data }) => data);
  return { answers, origin: useOrigins(requests, loaded) };
}
