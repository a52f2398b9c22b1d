import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import type { Query, SeriesGroupBy, SubjectKind } from "@/api/contract";
import { where } from "@/api/listQuery";
import {
  assetAddress,
  loanAddress,
  networkAddress,
  platformAddress,
  poolAddress,
} from "@/lib/addresses";

type Client = ReturnType<typeof useTRPCClient>;

export type Named = { name: string; isSample: boolean };

type Records = { results: ReadonlyArray<{ slug: string; name: string; is_sample: boolean }> };
type Asking = { query: (input: Query, options: { signal: AbortSignal }) => Promise<Records> };

/** Whose records have the names of a group's keys. */
type Catalog = Exclude<SeriesGroupBy, "none" | "country"> | "pool" | "loan";

const lists: Record<Catalog, (client: Client) => Asking> = {
  asset: (client) => client.assets.list,
  token: (client) => client.tokens.list,
  pool: (client) => client.pools.list,
  loan: (client) => client.loans.list,
  network: (client) => client.networks.list,
  platform: (client) => client.platforms.list,
  issuer: (client) => client.issuers.list,
  manager: (client) => client.managers.list,
  asset_class: (client) => client.assetClasses.list,
};

/** Of a group by "token", where the subjects are not tokens, the keys are those of the subjects. */
export function catalogOf(by: SeriesGroupBy, kind: SubjectKind): Catalog | "country" | null {
  if (by === "none" || kind === "benchmark") return null;
  if (by !== "token") return by;
  return kind === "pool" || kind === "loan" || kind === "asset" || kind === "platform"
    ? kind
    : "token";
}

async function namesIn(
  client: Client,
  of: Catalog | "country",
  keys: ReadonlyArray<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Named>> {
  const field = of === "country" ? "code" : "slug";
  const query: Query = {
    filter: where(field, "in", [...keys]),
    pagination: { page: 1, perPage: Math.max(1, keys.length) },
  };
  if (of === "country") {
    const { results } = await client.countries.list.query(query, { signal });
    return new Map(results.map(({ code, name }) => [code, { name, isSample: false }]));
  }
  const { results } = await lists[of](client).query(query, { signal });
  return new Map(results.map(({ slug, name, is_sample }) => [slug, { name, isSample: is_sample }]));
}

const none: ReadonlyMap<string, Named> = new Map();

/** What the keys of groups are called; a key that the catalog does not have is its own name. */
export function useNames(
  of: Catalog | "country" | null,
  keys: ReadonlyArray<string>,
): ReadonlyMap<string, Named> {
  const client = useTRPCClient();
  const { data } = useQuery({
    queryKey: ["catalog", "names", of, keys],
    queryFn: ({ signal }) => (of === null ? none : namesIn(client, of, keys, signal)),
    enabled: of !== null && keys.length > 0,
    staleTime: 600_000,
    placeholderData: (before) => before,
  });
  return data ?? none;
}

const addresses: Partial<Record<SubjectKind, (slug: string) => string>> = {
  asset: assetAddress,
  network: networkAddress,
  platform: platformAddress,
  pool: poolAddress,
  loan: loanAddress,
};

/** The page of what a number is about, where it has one. */
export function subjectAddress(kind: SubjectKind, slug: string): string | null {
  return addresses[kind]?.(slug) ?? null;
}
