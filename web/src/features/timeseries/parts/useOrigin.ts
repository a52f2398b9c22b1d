import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { GetAggregateRequest, GetOriginsResponse } from "@/api/contract";
import type { Origin } from "@/components/chart/types";

const apart = (all: readonly string[]) => [...new Set(all)];

/** What a file of an answer says about where its values come from. */
export function originOf({ loads, methods }: GetOriginsResponse, asOf?: string): Origin {
  const licences = apart(loads.map(({ licence }) => licence));
  const versions = [...loads, ...methods].map(({ method_version: version }) => version);
  return {
    sources: apart(loads.map(({ source }) => source)),
    attribution: apart(loads.flatMap(({ attribution }) => attribution ?? [])),
    ...(licences.length > 0 && { licence: licences.join("; ") }),
    ...(versions.length > 0 && { method: apart(versions).join("; ") }),
    ...(asOf !== undefined && { asOf }),
  };
}

/** Asks where the values of a sum come from, when that is wanted. */
export function useOrigin(
  request: GetAggregateRequest,
  answer: { known_at: string } | undefined,
): () => Promise<Origin> {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async () => {
    const told = await client.fetchQuery(trpc.timeseries.origins.queryOptions(request));
    return originOf(told, answer?.known_at);
  };
}
