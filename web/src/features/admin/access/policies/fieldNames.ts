import type { QueryClient } from "@tanstack/react-query";
import type { Endpoint, ResourceMeta } from "@/api/contract";
import { catalogStaleMs } from "@/api/staleTimes";
import type { CatalogKey } from "@/app-state/numberExplanation";
import type { OptionLoader } from "@/components/ui/selects/useOptions";
import { fieldLabel } from "@/lists/metaFields";
import { type Client, resourceOf } from "@/records/resource";

/** The list of the catalog whose metadata names the fields of an endpoint. Time series have only values. */
const lists: Partial<Record<Endpoint, CatalogKey>> = {
  protocols: "protocols",
  service_providers: "service_providers",
  investments: "investments",
  issuers: "issuers",
  assets: "assets",
  networks: "networks",
  tokens: "tokens",
  platforms: "platforms",
  managers: "managers",
  pools: "pools",
  loans: "loans",
  jurisdictions: "jurisdictions",
};

const fieldName = /^[a-z0-9_]{1,64}$/;
const mostOptions = 50;

/** Finds fields of the endpoints by name. A name that no list knows can be taken as it is typed. */
export function fieldNameLoader(
  client: Client,
  queries: QueryClient,
  endpoints: ReadonlyArray<Endpoint>,
): OptionLoader<string> {
  const keys = endpoints.map((endpoint) => lists[endpoint]).filter((key) => key !== undefined);
  return async (search, signal) => {
    const metas = await Promise.all(
      keys.map((key) =>
        queries.fetchQuery<ResourceMeta>({
          queryKey: ["catalog", key, "meta"],
          queryFn: () => resourceOf(key).of(client).meta.query(undefined, { signal }),
          staleTime: catalogStaleMs,
        }),
      ),
    );
    const known = new Set(metas.flatMap(({ fields }) => fields.map(({ name }) => name)));
    const typed = search.trim().toLowerCase();
    const found = [...known].toSorted().filter((name) => {
      return name.includes(typed) || fieldLabel(name).toLowerCase().includes(typed);
    });
    const options = found
      .slice(0, mostOptions)
      .map((name) => ({ value: name, content: { label: `${name}: ${fieldLabel(name)}` } }));
    if (!fieldName.test(typed) || known.has(typed)) return options;
    return [...options, { value: typed, content: { label: `${typed}: as typed` } }];
  };
}
