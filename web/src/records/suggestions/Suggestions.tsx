import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useTRPCClient } from "@/api/client";
import type { Query } from "@/api/contract";
import { Link } from "@/components/ui/links/Link";
import { type EntityKind, entityAddress } from "@/lib/address/addresses";
import { useHydrated } from "@/lib/loading/hydrated";
import { mostSimilar, type NamedSlug, searchTerms } from "./similarity";

type Client = ReturnType<typeof useTRPCClient>;

const kinds: Record<string, EntityKind> = {
  networks: "network",
  platforms: "platform",
  protocols: "protocol",
  issuers: "issuer",
  managers: "manager",
  investments: "investment",
  assets: "asset",
};

const lists: Record<
  EntityKind,
  (client: Client, query: Query) => Promise<{ results: readonly NamedSlug[] }>
> = {
  network: (client, query) => client.networks.list.query(query),
  platform: (client, query) => client.platforms.list.query(query),
  protocol: (client, query) => client.protocols.list.query(query),
  issuer: (client, query) => client.issuers.list.query(query),
  manager: (client, query) => client.managers.list.query(query),
  investment: (client, query) => client.investments.list.query(query),
  asset: (client, query) => client.assets.list.query(query),
};

/** The record that an address stands for; null for other addresses. */
function recordOf(address: string): { kind: EntityKind; slug: string } | null {
  const [, list = "", raw = "", more] = (address.split(/[?#]/)[0] ?? "").split("/");
  const kind = kinds[list];
  if (!kind || !raw || more) return null;
  try {
    return { kind, slug: decodeURIComponent(raw) };
  } catch {
    return null;
  }
}

function similar(slug: string): Query {
  const filters = searchTerms(slug).flatMap((term) => [
    { operator: "ilike" as const, field: "slug", value: `%${term}%` },
    { operator: "ilike" as const, field: "name", value: `%${term}%` },
  ]);
  return { filter: { operator: "or", filters }, pagination: { perPage: 200 } };
}

/** Records with slugs like the one that has no page. Without any, and on failure, it shows nothing. */
export function Suggestions() {
  const { asPath } = useRouter();
  const hydrated = useHydrated();
  const client = useTRPCClient();
  const record = hydrated ? recordOf(asPath) : null;
  const { data } = useQuery({
    queryKey: ["suggestions", record?.kind, record?.slug],
    queryFn: async () => {
      if (!record) return [];
      const { results } = await lists[record.kind](client, similar(record.slug));
      return mostSimilar(record.slug, results);
    },
    enabled: record !== null && searchTerms(record.slug).length > 0,
    retry: false,
  });
  if (!record || !data || data.length === 0) return null;
  return (
    <nav aria-labelledby="suggestions" className="mt-4">
      <h3 id="suggestions" className="text-text-2">
        Did you mean
      </h3>
      <ul className="mt-1 flex flex-wrap justify-center gap-x-4 gap-y-1">
        {data.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              href={entityAddress(record.kind, slug)}
              className="inline-flex min-h-6 items-center rounded-sm text-accent underline pointer-coarse:min-h-11"
            >
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
