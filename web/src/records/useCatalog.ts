import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import type { Network, Query } from "@/api/contract";
import { catalogStaleMs } from "@/api/staleTimes";
import type { CatalogRecord, Resource } from "./resource";
import { resourceOf } from "./resource";

export function useMeta<Row>(resource: Resource<Row>) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ["catalog", resource.key, "meta"],
    queryFn: ({ signal }) => resource.of(client).meta.query(undefined, { signal }),
    staleTime: catalogStaleMs,
  });
}

/** A page of rows; the last one stays while the next is loading. Null requests nothing. */
export function useRows<Row>(resource: Resource<Row>, query: Query | null) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ["catalog", resource.key, "list", query],
    queryFn: ({ signal }) => resource.of(client).list.query(query ?? {}, { signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
  });
}

/** One record by its slug; null is not known yet. */
export function useRecord<Row extends CatalogRecord>(resource: Resource<Row>, slug: string | null) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ["catalog", resource.key, "get", slug],
    queryFn: ({ signal }) => resource.of(client).get.query({ slug: slug ?? "" }, { signal }),
    enabled: slug !== null,
  });
}

function bySlug({ results }: { results: ReadonlyArray<Network> }): ReadonlyMap<string, Network> {
  return new Map(results.map((network) => [network.slug, network]));
}

/** Every network by its slug, for badges; empty until it is known. */
export function useNetworks(): ReadonlyMap<string, Network> {
  const client = useTRPCClient();
  const query: Query = { pagination: { page: 1, perPage: 200 } };
  const { data } = useQuery({
    queryKey: ["catalog", resourceOf("networks").key, "list", query],
    queryFn: ({ signal }) => resourceOf("networks").of(client).list.query(query, { signal }),
    staleTime: catalogStaleMs,
    select: bySlug,
  });
  return data ?? noNetworks;
}

const noNetworks: ReadonlyMap<string, Network> = new Map();
