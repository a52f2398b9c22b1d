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
} from "@/lib/address/addresses";

type Client = ReturnType<typeof useTRPCClient>;

export type Named = {
  name: string;
  symbol: string | null;
  colour: string | null;
  classSlug: string | null;
  /** What it is held to, and what its manager takes a year; of assets. */
  peg: string | null;
  feePoints: number | null;
};

/** How things are called, by slug. */
export type Names = ReadonlyMap<string, Named>;

type Found = {
  slug: string;
  name: string;
  symbol?: string | null;
  badge_color?: string | null;
  asset_class_slug?: string | null;
  peg_currency?: string | null;
  management_fee_bps?: number | null;
};
type Records = { results: ReadonlyArray<Found> };
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

function named(found: Omit<Found, "slug">): Named {
  return {
    name: found.name,
    symbol: found.symbol ?? null,
    colour: found.badge_color ?? null,
    classSlug: found.asset_class_slug ?? null,
    peg: found.peg_currency ?? null,
    feePoints: found.management_fee_bps ?? null,
  };
}

/** Records per request to the catalog. */
const most = 100;

/** What some keys are called. */
export async function namesIn(
  client: Client,
  of: Catalog | "country",
  keys: ReadonlyArray<string>,
  signal: AbortSignal,
): Promise<Names> {
  const query = (field: string): Query => ({
    filter: where(field, "in", [...keys]),
    pagination: { page: 1, perPage: most },
  });
  if (of === "country") {
    const { results } = await client.countries.list.query(query("code"), { signal });
    return new Map(results.map(({ code, name }) => [code, named({ name })]));
  }
  const { results } = await lists[of](client).query(query("slug"), { signal });
  return new Map(results.map((found) => [found.slug, named(found)]));
}

const none: Names = new Map();

/** What the keys of groups are called; a key that the catalog does not have is its own name. */
export function useNames(
  of: Catalog | "country" | null,
  keys: ReadonlyArray<string | null>,
): Names {
  const client = useTRPCClient();
  const requested = [...new Set(keys.flatMap((key) => key ?? []))].sort().slice(0, most);
  const { data } = useQuery({
    queryKey: ["catalog", "names", of, requested],
    queryFn: ({ signal }) => (of === null ? none : namesIn(client, of, requested, signal)),
    enabled: of !== null && requested.length > 0,
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
