import type { CatalogKey } from "@/app-state/numberExplanation";
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
 * A kind of record that administrators write. Its fields, their types, choices and references follow from the metadata
 * of its list; what that does not say stands here.
 */
export type Kind = {
  /** The name of the kind in the catalog. */
  key: CatalogKey;
  resource: Resource<CatalogRecord>;
  one: string;
  many: string;
  /** Headings of the form, each with the field that it begins at. */
  sections?: Readonly<Record<string, string>>;
  /** The fields that form the slug, if it is not the words of the name. */
  slugHint?: string;
  /** The records that are removed together with one. */
  removes?: string;
  /** The hints of fields in sample records, where they differ. */
  sampleHints?: Readonly<Record<string, string>>;
  /** Where people see a record. */
  page?: (slug: string) => string;
};

type KindDeclaration = Omit<Kind, "resource">;

const addressSlug = "A network and an address without spaces, such as ethereum:0x1f98…";

const parties: ReadonlyArray<KindDeclaration> = [
  {
    key: "assets",
    one: "Asset",
    many: "Assets",
    sampleHints: {
      asset_class_slug:
        "For a class other than the generated one, enter the day from which it applies.",
      classified_on:
        "Loads of sample data keep the class while this day is set. Clear it to restore the generated class.",
    },
    page: assetAddress,
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
    sections: { address: "Contract", tokenization_type: "Tokenization", is_pausable: "Controls" },
  },
  {
    key: "investments",
    one: "Offer",
    many: "Offers",
    page: investmentAddress,
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
  },
  {
    key: "supply_adjustments",
    one: "Supply adjustment",
    many: "Supply adjustments",
    slugHint: addressSlug,
  },
  {
    key: "bridges",
    one: "Bridge",
    many: "Bridges",
    sections: { bridge_name: "Bridge", reported_on: "Amounts" },
  },
  {
    key: "compliance_events",
    one: "Compliance event",
    many: "Compliance events",
    sections: { event_type: "Event" },
  },
  {
    key: "reserve_reports",
    one: "Reserve report",
    many: "Reserve reports",
    sections: { attestor: "Attestation", currency: "Reserves" },
  },
  {
    key: "asset_providers",
    one: "Service for an asset",
    many: "Services for assets",
  },
];

const credit: ReadonlyArray<KindDeclaration> = [
  {
    key: "pools",
    one: "Pool",
    many: "Pools",
    page: poolAddress,
    sections: { network_slug: "Contract", status: "Terms", capacity_amount: "Amounts" },
  },
  {
    key: "loans",
    one: "Loan",
    many: "Loans",
    page: loanAddress,
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
  },
];

const participants: ReadonlyArray<KindDeclaration> = [
  {
    key: "issuers",
    one: "Issuer",
    many: "Issuers",
    page: issuerAddress,
  },
  {
    key: "managers",
    one: "Manager",
    many: "Managers",
    page: managerAddress,
  },
  {
    key: "platforms",
    one: "Platform",
    many: "Platforms",
    page: platformAddress,
  },
  {
    key: "protocols",
    one: "Protocol",
    many: "Protocols",
    page: protocolAddress,
  },
  {
    key: "service_providers",
    one: "Service provider",
    many: "Service providers",
  },
  {
    key: "networks",
    one: "Network",
    many: "Networks",
    page: networkAddress,
    sections: { explorer_name: "Explorer and appearance", parent_slug: "Relations and notes" },
  },
];

const law: ReadonlyArray<KindDeclaration> = [
  {
    key: "jurisdictions",
    one: "Jurisdiction",
    many: "Jurisdictions",
  },
  {
    key: "regulators",
    one: "Regulator",
    many: "Regulators",
  },
  {
    key: "jurisdiction_rules",
    one: "Rule",
    many: "Rules",
  },
  {
    key: "jurisdiction_events",
    one: "Change of law",
    many: "Changes of law",
  },
];

const reading: ReadonlyArray<KindDeclaration> = [
  {
    key: "articles",
    one: "Article",
    many: "Articles",
  },
  {
    key: "feeds",
    one: "News feed",
    many: "News feeds",
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
    sections: { valid_from: "Period and reason" },
  },
];

const reference: ReadonlyArray<KindDeclaration> = [
  {
    key: "asset_classes",
    one: "Asset class",
    many: "Asset classes",
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

function group(title: string, declared: ReadonlyArray<KindDeclaration>) {
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
