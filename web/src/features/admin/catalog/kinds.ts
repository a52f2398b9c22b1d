import type { CatalogKey } from "@/app-state/explained";
import {
  assetAddress,
  investmentAddress,
  issuerAddress,
  loanAddress,
  managerAddress,
  networkAddress,
  platformAddress,
  poolAddress,
  protocolAddress,
} from "@/lib/address/addresses";
import { type CatalogRecord, type Resource, resourceOf } from "@/records/resource";

/**
 * A kind of record that administrators write. Which fields there are, of which type and with which choices, is said by
 * the metadata of its list; what that does not say stands here.
 */
export type Kind = {
  /** Of the kind, as the catalog names it. */
  key: CatalogKey;
  resource: Resource<CatalogRecord>;
  one: string;
  many: string;
  /** Fields that name other records, and of which kind. */
  references?: Readonly<Record<string, string>>;
  /** Fields that the catalog derives from other records, so that forms leave them out. */
  derived?: ReadonlyArray<string>;
  /** Headings of the form, each with the field that it begins at. */
  sections?: Readonly<Record<string, string>>;
  /** The fields that form the slug, if it is not the words of the name. */
  slugHint?: string;
  /** The records that are removed together with one. */
  removes?: string;
  /** Where people see a record. */
  page?: (slug: string) => string;
};

type Declared = Omit<Kind, "resource">;

const company = { country_code: "countries" };
const addressSlug = "A network and an address without spaces, such as ethereum:0x1f98…";

const parties: ReadonlyArray<Declared> = [
  {
    key: "assets",
    one: "Asset",
    many: "Assets",
    page: assetAddress,
    references: {
      asset_class_slug: "asset_classes",
      sector_slug: "sectors",
      issuer_slug: "issuers",
      manager_slug: "managers",
      platform_slug: "platforms",
      protocol_slug: "protocols",
      country_code: "countries",
      master_slug: "assets",
    },
    derived: ["network_slugs", "tokenization_types", "class_group", "is_in_totals"],
    sections: {
      asset_class_slug: "Classification and parties",
      status: "Status",
      peg_currency: "Product",
      inception_on: "Dates and strategy",
      isin: "Identifiers",
      legal_structure: "Legal",
      management_fee_bps: "Fees, subscription and redemption",
      class_note: "Notes",
    },
  },
  {
    key: "tokens",
    one: "Token",
    many: "Tokens",
    slugHint: addressSlug,
    references: { asset_slug: "assets", network_slug: "networks", platform_slug: "platforms" },
    derived: ["class_group", "is_in_totals"],
    sections: { address: "Contract", tokenization_type: "Tokenization", is_pausable: "Controls" },
  },
  {
    key: "investments",
    one: "Offer",
    many: "Offers",
    page: investmentAddress,
    references: {
      asset_slug: "assets",
      pool_slug: "pools",
      platform_slug: "platforms",
      issuer_slug: "issuers",
      eligible_country_codes: "countries",
      excluded_country_codes: "countries",
    },
    derived: ["network_slugs"],
    sections: {
      availability: "Availability",
      currency: "Terms",
      kyc_required: "Eligibility",
      opens_on: "Dates and terms in words",
    },
  },
  {
    key: "properties",
    one: "Property",
    many: "Properties",
    references: { asset_slug: "assets", country_code: "countries" },
  },
  {
    key: "supply_adjustments",
    one: "Supply adjustment",
    many: "Supply adjustments",
    slugHint: addressSlug,
    references: { asset_slug: "assets", network_slug: "networks", escrow_of_slug: "networks" },
  },
  {
    key: "bridges",
    one: "Bridge",
    many: "Bridges",
    references: { source_token_slug: "tokens", target_token_slug: "tokens" },
    derived: ["asset_name", "source_network_name", "target_network_name", "is_reconciled"],
    sections: { bridge_name: "Bridge", reported_on: "Amounts" },
  },
  {
    key: "compliance_events",
    one: "Compliance event",
    many: "Compliance events",
    references: { token_slug: "tokens" },
    derived: ["asset_name", "network_name"],
    sections: { event_type: "Event" },
  },
  {
    key: "reserve_reports",
    one: "Reserve report",
    many: "Reserve reports",
    references: { issuer_slug: "issuers", asset_slug: "assets" },
    sections: { attestor: "Attestation", currency: "Reserves" },
  },
  {
    key: "asset_providers",
    one: "Service for an asset",
    many: "Services for assets",
    references: { asset_slug: "assets", service_provider_slug: "service_providers" },
  },
];

const credit: ReadonlyArray<Declared> = [
  {
    key: "pools",
    one: "Pool",
    many: "Pools",
    page: poolAddress,
    references: {
      platform_slug: "platforms",
      network_slug: "networks",
      senior_asset_slug: "assets",
      junior_asset_slug: "assets",
    },
    sections: { network_slug: "Contract", status: "Terms", capacity_amount: "Amounts" },
  },
  {
    key: "loans",
    one: "Loan",
    many: "Loans",
    page: loanAddress,
    references: {
      pool_slug: "pools",
      platform_slug: "platforms",
      network_slug: "networks",
      issuer_slug: "issuers",
      asset_slug: "assets",
    },
    derived: ["status_changed_at"],
    sections: {
      address: "Borrower and status",
      currency: "Amounts and rates",
      term_type: "Schedule",
    },
    removes: "The history of its statuses is removed with it.",
  },
  {
    key: "loan_payments",
    one: "Loan payment",
    many: "Loan payments",
    references: { loan_slug: "loans" },
  },
];

const participants: ReadonlyArray<Declared> = [
  {
    key: "issuers",
    one: "Issuer",
    many: "Issuers",
    page: issuerAddress,
    references: company,
  },
  {
    key: "managers",
    one: "Manager",
    many: "Managers",
    page: managerAddress,
    references: company,
  },
  {
    key: "platforms",
    one: "Platform",
    many: "Platforms",
    page: platformAddress,
    references: {
      parent_slug: "platforms",
      asset_class_slug: "asset_classes",
      network_slugs: "networks",
    },
    derived: ["token_network_slugs"],
  },
  {
    key: "protocols",
    one: "Protocol",
    many: "Protocols",
    page: protocolAddress,
    references: {
      parent_slug: "platforms",
      asset_class_slug: "asset_classes",
      network_slugs: "networks",
    },
    derived: ["token_network_slugs"],
  },
  {
    key: "service_providers",
    one: "Service provider",
    many: "Service providers",
    references: company,
  },
  {
    key: "networks",
    one: "Network",
    many: "Networks",
    page: networkAddress,
    references: { parent_slug: "networks", alias_of: "networks" },
    sections: { explorer_name: "Explorer and appearance", parent_slug: "Relations and notes" },
  },
];

const law: ReadonlyArray<Declared> = [
  {
    key: "jurisdictions",
    one: "Jurisdiction",
    many: "Jurisdictions",
    references: company,
  },
  {
    key: "regulators",
    one: "Regulator",
    many: "Regulators",
    references: { jurisdiction_code: "jurisdictions" },
  },
  {
    key: "jurisdiction_rules",
    one: "Rule",
    many: "Rules",
    references: { jurisdiction_code: "jurisdictions" },
  },
  {
    key: "jurisdiction_events",
    one: "Change of law",
    many: "Changes of law",
    references: { jurisdiction_code: "jurisdictions" },
  },
];

const reading: ReadonlyArray<Declared> = [
  {
    key: "articles",
    one: "Article",
    many: "Articles",
    references: {
      feed_slug: "feeds",
      asset_slugs: "assets",
      issuer_slugs: "issuers",
      platform_slugs: "platforms",
      network_slugs: "networks",
      asset_class_slugs: "asset_classes",
    },
  },
  {
    key: "feeds",
    one: "News feed",
    many: "News feeds",
    references: { jurisdiction_code: "jurisdictions" },
  },
  { key: "citations", one: "Citation", many: "Citations" },
  {
    key: "data_partners",
    one: "Data partner",
    many: "Data partners",
  },
  {
    key: "source_ranks",
    one: "Source rank",
    many: "Source ranks",
    references: { measure_slug: "measures" },
    sections: { valid_from: "Period and reason" },
  },
];

const reference: ReadonlyArray<Declared> = [
  {
    key: "asset_classes",
    one: "Asset class",
    many: "Asset classes",
    derived: ["class_group", "is_in_totals"],
  },
  {
    key: "taxonomies",
    one: "Classification",
    many: "Classifications",
  },
  {
    key: "taxonomy_entries",
    one: "Classification entry",
    many: "Classification entries",
    references: { taxonomy_slug: "taxonomies", asset_class_slug: "asset_classes" },
  },
  {
    key: "measures",
    one: "Measure",
    many: "Measures",
    slugHint: "Lowercase letters a-z, digits and underscores.",
  },
  { key: "sectors", one: "Sector", many: "Sectors" },
  { key: "countries", one: "Country", many: "Countries" },
];

function group(title: string, declared: ReadonlyArray<Declared>) {
  const kinds = declared.map((kind): Kind => ({ ...kind, resource: resourceOf(kind.key) }));
  return { title, kinds };
}

/** The kinds in the groups in which they are offered. */
export const kindGroups: ReadonlyArray<{ title: string; kinds: ReadonlyArray<Kind> }> = [
  group("Assets", parties),
  group("Credit", credit),
  group("Participants", participants),
  group("Law", law),
  group("News and sources", reading),
  group("Reference data", reference),
];

export const kinds: ReadonlyArray<Kind> = kindGroups.flatMap((each) => each.kinds);

export function kindOf(key: string | undefined): Kind | null {
  return kinds.find((kind) => kind.key === key) ?? null;
}

/** The table of a kind: platforms and protocols are one. */
function tableOf(key: string): string {
  return key === "protocols" ? "platforms" : key;
}

export type Use = { kind: Kind; field: string };

/** The fields by which records of any kind refer to one of this kind. */
export function usesOf({ key }: Kind): ReadonlyArray<Use> {
  return kinds.flatMap((kind) =>
    Object.entries(kind.references ?? {}).flatMap(([field, target]) =>
      tableOf(target) === tableOf(key) ? [{ kind, field }] : [],
    ),
  );
}
