import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { ExplainedNumber, GetAggregateRequest } from "@/api/contract";
import { seriesStaleMs } from "@/api/staleTimes";

/** The explanation of an aggregate, which is the answer to a request with an aggregate. */
const ofAggregate = (explanation: ExplainedNumber) =>
  "members" in explanation ? explanation : undefined;

/** How the total of an aggregate is calculated in the interval of a day. */
export function useAggregateExplanation(request: GetAggregateRequest, date: string) {
  const trpc = useTRPC();
  const input = { aggregate: request, date };
  return useQuery({
    ...trpc.timeseries.explain.queryOptions(input, { select: ofAggregate }),
    staleTime: seriesStaleMs,
  });
}
