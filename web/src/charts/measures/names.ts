import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import type { Query, SeriesGroupBy, SubjectKind } from "@/api/contract";
import { keyField, resourceOfGroups } from "@/api/dimensions";
import { where } from "@/api/listQuery";
import type { Answer } from "@/api/series";
import { catalogStaleMs } from "@/api/staleTimes";
import {
  assetAddress,
  loanAddress,
  networkAddress,
  platformAddress,
  poolAddress,
} from "@/lib/address/addresses";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { offChain } from "@/lib/format/offChain";

type Client = ReturnType<typeof useTRPCClient>;

export type EntityName = {
  name: string;
  symbol: string | null;
  colour: string | null;
  classSlug: string | null;
  /** The group of an asset class in the classification in use. */
  group: string | null;
  /** The peg and the management fee of assets. */
  peg: string | null;
  feePoints: number | null;
};

/** How things are called, by slug. */
export type Names = ReadonlyMap<string, EntityName>;

type NamedRecord = {
  slug?: string;
  code?: string;
  name: string;
  symbol?: string | null;
  badge_color?: string | null;
  asset_class_slug?: string | null;
  class_group?: string | null;
  peg_currency?: string | null;
  management_fee_bps?: number | null;
};
type Records = { results: ReadonlyArray<NamedRecord> };
type List = { query: (input: Query, options: { signal: AbortSignal }) => Promise<Records> };

/** The lists that have names for the keys of groups, by resource. */
const lists = {
  assets: (client: Client): List => client.assets.list,
  tokens: (client: Client): List => client.tokens.list,
  pools: (client: Client): List => client.pools.list,
  loans: (client: Client): List => client.loans.list,
  networks: (client: Client): List => client.networks.list,
  platforms: (client: Client): List => client.platforms.list,
  issuers: (client: Client): List => client.issuers.list,
  managers: (client: Client): List => client.managers.list,
  asset_classes: (client: Client): List => client.assetClasses.list,
  countries: (client: Client): List => client.countries.list,
};

type Resource = keyof typeof lists;

/** The list that has names for the groups of an aggregate. */
export function namesOfGroups(by: SeriesGroupBy, kind: SubjectKind): Resource | null {
  const resource = resourceOfGroups(by, kind) ?? "";
  return resource in lists ? (resource as Resource) : null;
}

function named(record: NamedRecord): EntityName {
  return {
    name: record.name,
    symbol: record.symbol ?? null,
    colour: record.badge_color ?? null,
    classSlug: record.asset_class_slug ?? null,
    group: record.class_group ?? null,
    peg: record.peg_currency ?? null,
    feePoints: record.management_fee_bps ?? null,
  };
}

/** Records per request to the catalog. */
const most = 100;

/** The names of records, by their keys. */
export async function namesIn(
  client: Client,
  resource: Resource,
  keys: ReadonlyArray<string>,
  signal: AbortSignal,
): Promise<Names> {
  const key = keyField(resource);
  const query: Query = {
    filter: where(key, "in", [...keys]),
    pagination: { page: 1, perPage: most },
  };
  const { results } = await lists[resource](client).query(query, { signal });
  return new Map(results.map((record) => [record[key] ?? "", named(record)]));
}

/** The name of the group of those that have no key in a dimension: tokens without a network are off-chain. */
export function nameWithoutKey(by: SeriesGroupBy, kind: SubjectKind): string {
  const isOnNetworks = by === "network" || by === "parent_network";
  return kind === "token" && isOnNetworks ? offChain : notDisclosed;
}

const none: Names = new Map();

/** The names of records by their keys, and the request for them, without data until those of all keys are known. */
export function useNamesLoad(
  resource: Resource | null,
  keys: ReadonlyArray<string | null>,
): { names: Names; isFailed: boolean; answer: Answer<Names> } {
  const client = useTRPCClient();
  const requested = [...new Set(keys.flatMap((key) => key ?? []))].sort().slice(0, most);
  const isNeeded = resource !== null && requested.length > 0;
  const query = useQuery({
    queryKey: ["catalog", "names", resource, requested],
    queryFn: ({ signal }) =>
      resource === null ? none : namesIn(client, resource, requested, signal),
    enabled: isNeeded,
    staleTime: catalogStaleMs,
    placeholderData: (before) => before,
  });
  const { data, error, isFetching, isPlaceholderData: isEarlier, refetch } = query;
  const known = isEarlier ? undefined : data;
  return {
    names: data ?? none,
    isFailed: error !== null && data === undefined,
    answer: { data: isNeeded ? known : none, error, isFetching, refetch },
  };
}

/** The names of records by their keys; a key without a record has no entry. */
export function useNames(resource: Resource | null, keys: ReadonlyArray<string | null>): Names {
  return useNamesLoad(resource, keys).names;
}

const addresses: Partial<Record<SubjectKind, (slug: string) => string>> = {
  asset: assetAddress,
  network: networkAddress,
  platform: platformAddress,
  pool: poolAddress,
  loan: loanAddress,
};

/** The address of the page of a subject; null for kinds without pages. */
export function subjectAddress(kind: SubjectKind, slug: string): string | null {
  return addresses[kind]?.(slug) ?? null;
}
