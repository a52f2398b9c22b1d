import type { FieldMeta, ResourceMeta } from "@/api/contract";
import { fieldLabel } from "@/lists/metaFields";
import type { Kind } from "./kinds";

/** A column that administrators write, with what the metadata of the list says of it. */
export type Column = { name: string; label: string; field: FieldMeta; target: string | null };

/** The source of the value, required again with each change of an imported record. */
export const provenance: ReadonlyArray<string> = ["source", "licence", "retrieved_on"];

/** The catalog sets these itself. */
const automatic = new Set(["id", "is_sample", "updated_at"]);

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
  status_as_told: "Status as stated by the platform",
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

function isDerived(kind: Kind, { name, type, itemType, unit, nullable }: FieldMeta): boolean {
  if (kind.derived?.includes(name)) return true;
  if (type === "int" && unit === "count" && !nullable) return true;
  const named = type === "slug" || (type === "list" && itemType === "slug");
  return named && name !== "slug" && kind.references?.[name] === undefined;
}

/** The columns of a kind: the name, from which a slug can follow, then the others in the order of their declaration. */
export function columnsOf(kind: Kind, meta: ResourceMeta): ReadonlyArray<Column> {
  const references = kind.references ?? {};
  const columns = meta.fields.flatMap((field): Column[] => {
    const { name, type } = field;
    if (type === "id" || automatic.has(name) || isDerived(kind, field)) return [];
    const stem = name.replace(/_name$/, "");
    const follows = stem !== name && (`${stem}_slug` in references || `${stem}_code` in references);
    if (follows) return [];
    return [{ name, label: columnLabel(name), field, target: references[name] ?? null }];
  });
  return columns.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ name }: Column): number {
  return name === "name" ? 0 : 1;
}
