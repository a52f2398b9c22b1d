import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import { largestPage, type ResourceMeta } from "@/api/contract";
import { catalogStaleMs } from "@/api/staleTimes";
import type { Option } from "@/components/ui/selects/options";
import type { Preset } from "../presets";
import type { FilterOptions } from "./exploreFilter";

function choices(meta: ResourceMeta | undefined, name: string): readonly Option[] {
  const field = meta?.fields.find((each) => each.name === name);
  return (field?.validValues ?? []).map(({ value, label }) => ({ value, content: { label } }));
}

/** The choices in the filters of a page, from the catalog. */
export function useFilterOptions({ filters }: Preset, ready: boolean): FilterOptions {
  const client = useTRPCClient();
  const meta = useQuery({
    queryKey: ["catalog", "assets", "meta"],
    queryFn: ({ signal }) => client.assets.meta.query(undefined, { signal }),
    staleTime: catalogStaleMs,
    enabled: ready,
  });
  const issuers = useQuery({
    queryKey: ["catalog", "issuers", "names"],
    queryFn: ({ signal }) =>
      client.issuers.list.query(
        {
          sort: { field: "name", direction: "asc" },
          pagination: { page: 1, perPage: largestPage },
        },
        { signal },
      ),
    select: ({ results }) =>
      results.map(({ slug, name }): Option => ({ value: slug, content: { label: name } })),
    staleTime: catalogStaleMs,
    enabled: ready && filters.includes("issuer"),
  });
  return {
    asset_class: choices(meta.data, "asset_class_slug"),
    network: choices(meta.data, "network_slugs"),
    platform: choices(meta.data, "platform_slug"),
    country: choices(meta.data, "country_code"),
    issuer: issuers.data ?? [],
  };
}
