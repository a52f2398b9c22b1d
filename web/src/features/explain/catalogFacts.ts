import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import type { Asset, FieldMeta, ResourceMeta } from "@/api/contract";
import type { CatalogKey } from "@/app-state/explained";
import { dash, formatAmountExact, formatFraction, formatPercent } from "@/lib/format";

type Client = ReturnType<typeof useTRPCClient>;

type SourcedRecord = Pick<
  Asset,
  "name" | "source" | "licence" | "retrieved_on" | "is_sample" | "updated_at"
>;

type Options = { signal: AbortSignal };

type Asking = {
  get: { query: (input: { slug: string }, options: Options) => Promise<SourcedRecord> };
  meta: { query: (input: undefined, options: Options) => Promise<ResourceMeta> };
};

const catalog: Record<CatalogKey, { name: string; of: (client: Client) => Asking }> = {
  articles: { name: "articles", of: (client) => client.articles },
  asset_classes: { name: "assetClasses", of: (client) => client.assetClasses },
  asset_providers: { name: "assetProviders", of: (client) => client.assetProviders },
  assets: { name: "assets", of: (client) => client.assets },
  citations: { name: "citations", of: (client) => client.citations },
  companies: { name: "companies", of: (client) => client.companies },
  countries: { name: "countries", of: (client) => client.countries },
  data_partners: { name: "dataPartners", of: (client) => client.dataPartners },
  feeds: { name: "feeds", of: (client) => client.feeds },
  investments: { name: "investments", of: (client) => client.investments },
  issuers: { name: "issuers", of: (client) => client.issuers },
  jurisdiction_events: { name: "jurisdictionEvents", of: (client) => client.jurisdictionEvents },
  jurisdiction_rules: { name: "jurisdictionRules", of: (client) => client.jurisdictionRules },
  jurisdictions: { name: "jurisdictions", of: (client) => client.jurisdictions },
  loan_payments: { name: "loanPayments", of: (client) => client.loanPayments },
  loan_status_changes: { name: "loanStatusChanges", of: (client) => client.loanStatusChanges },
  loans: { name: "loans", of: (client) => client.loans },
  managers: { name: "managers", of: (client) => client.managers },
  measures: { name: "measures", of: (client) => client.measures },
  networks: { name: "networks", of: (client) => client.networks },
  platforms: { name: "platforms", of: (client) => client.platforms },
  pools: { name: "pools", of: (client) => client.pools },
  properties: { name: "properties", of: (client) => client.properties },
  protocols: { name: "protocols", of: (client) => client.protocols },
  regulators: { name: "regulators", of: (client) => client.regulators },
  sectors: { name: "sectors", of: (client) => client.sectors },
  service_providers: { name: "serviceProviders", of: (client) => client.serviceProviders },
  supply_adjustments: { name: "supplyAdjustments", of: (client) => client.supplyAdjustments },
  taxonomies: { name: "taxonomies", of: (client) => client.taxonomies },
  taxonomy_entries: { name: "taxonomyEntries", of: (client) => client.taxonomyEntries },
  tokens: { name: "tokens", of: (client) => client.tokens },
};

/** The procedure that answers a record of a kind. */
export function getterOf(key: CatalogKey): string {
  return `${catalog[key].name}.get`;
}

/** Meta changes with a deployment. */
const seldomMs = 600_000;

/** A record of the catalog and the meaning of its fields; under the keys of its pages, which have loaded them already. */
export function useFact(key: CatalogKey, slug: string) {
  const resource = catalog[key].of(useTRPCClient());
  const record = useQuery({
    queryKey: ["catalog", key, "get", slug],
    queryFn: ({ signal }) => resource.get.query({ slug }, { signal }),
  });
  const meta = useQuery({
    queryKey: ["catalog", key, "meta"],
    queryFn: ({ signal }) => resource.meta.query(undefined, { signal }),
    staleTime: seldomMs,
  });
  return { record, meta };
}

function numberText(value: number, unit: string | null | undefined): string {
  if (unit === "ratio") return `${formatPercent(value, 4)} (${formatFraction(value)})`;
  if (unit === "bps")
    return `${formatPercent(value / 10_000, 2)} (${formatAmountExact(value)} bps)`;
  const digits = formatAmountExact(value);
  return unit && unit !== "count" ? `${digits} ${unit}` : digits;
}

/** The entries of a list of a record; null where the field is none. */
export function membersOf(record: object, name: string): string | null {
  const value: unknown = Reflect.get(record, name);
  return Array.isArray(value) && value.length > 0 ? value.join(", ") : null;
}

/** A field of a record as it was written, with its unit; of a list how many are in it. */
export function factText(record: object, name: string, field: FieldMeta | undefined): string {
  const value: unknown = Reflect.get(record, name);
  if (typeof value === "number") return numberText(value, field?.unit);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return formatAmountExact(value.length);
  return typeof value === "string" && value !== "" ? value : dash;
}
