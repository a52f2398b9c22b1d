import type { FieldMeta, ResourceMeta } from "@/api/contract";
import { fieldLabel } from "@/lists/metaFields";

/** A column that administrators edit, with its metadata from the list. */
export type Column = { name: string; label: string; field: FieldMeta };

/** The source of the value, required again with each change of an imported record. */
export const provenance: ReadonlyArray<string> = ["source", "licence", "retrieved_on"];

const labels: Readonly<Record<string, string>> = {
  slug: "Slug",
  alias_of: "Alias of",
  audit_urls: "Audits",
  badge_color: "Badge colour",
  badge_color_source: "Source of the badge colour",
  caip2_alternative: "Alternative CAIP-2 identifier",
  coingecko_id: "CoinGecko identifier",
  coinmarketcap_id: "CoinMarketCap identifier",
  color: "Chart colour",
  defillama_id: "DefiLlama identifier",
  defillama_key: "DefiLlama key",
  document_sha256: "Document SHA-256",
  document_url: "Document address",
  eligible_country_codes: "Eligible countries",
  excluded_country_codes: "Excluded countries",
  is_sample: "Sample",
  licence: "Licence",
  numeric_code: "Numeric code",
  retrieved_on: "Retrieved on",
  source: "Source",
  stated_status: "Status as stated by the platform",
};

/** "senior_asset_slug" is "Senior asset", "network_slugs" is "Networks". */
export function columnLabel(name: string): string {
  const known = labels[name];
  if (known) return known;
  const [, stem = name, ending = ""] = /^(.+)_(on|name)$/.exec(name) ?? [];
  const short = stem
    .replace(/_(slug|code)$/, "")
    .replace(/_class_slugs$/, "_classes")
    .replace(/_(slug|code)s$/, "s")
    .replace(/_(bps|days)$/, "");
  return `${fieldLabel(short)} ${ending}`.trim();
}

/** The columns of a kind: the name, from which a slug can follow, then the others in the order of their declaration. */
export function columnsOf(meta: ResourceMeta): ReadonlyArray<Column> {
  const columns = meta.fields
    .filter(({ derived }) => !derived)
    .map((field) => ({ name: field.name, label: columnLabel(field.name), field }));
  return columns.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ name }: Column): number {
  return name === "name" ? 0 : 1;
}
