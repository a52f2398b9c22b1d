import type {
  Article,
  Asset,
  AssetClass,
  AssetProvider,
  Bridge,
  Citation,
  Company,
  ComplianceEvent,
  Country,
  DataPartner,
  Feed,
  Investment,
  Issuer,
  Jurisdiction,
  JurisdictionEvent,
  JurisdictionRule,
  Loan,
  LoanPayment,
  LoanStatusChange,
  Manager,
  Measure,
  Network,
  Platform,
  Pool,
  Property,
  Regulator,
  ReserveReport,
  Sector,
  ServiceProvider,
  SourceRank,
  SupplyAdjustment,
  Taxonomy,
  TaxonomyEntry,
  Token,
} from "@/api/contract";
import type { Resource } from "./resource";

export const networks: Resource<Network> = { key: "networks", of: (client) => client.networks };
export const assetClasses: Resource<AssetClass> = {
  key: "asset_classes",
  of: (client) => client.assetClasses,
};
export const issuers: Resource<Issuer> = { key: "issuers", of: (client) => client.issuers };
export const platforms: Resource<Platform> = { key: "platforms", of: (client) => client.platforms };
export const protocols: Resource<Platform> = { key: "protocols", of: (client) => client.protocols };
export const assets: Resource<Asset> = { key: "assets", of: (client) => client.assets };
export const assetProviders: Resource<AssetProvider> = {
  key: "asset_providers",
  of: (client) => client.assetProviders,
};
export const tokens: Resource<Token> = { key: "tokens", of: (client) => client.tokens };
export const investments: Resource<Investment> = {
  key: "investments",
  of: (client) => client.investments,
};
export const pools: Resource<Pool> = { key: "pools", of: (client) => client.pools };
export const loans: Resource<Loan> = { key: "loans", of: (client) => client.loans };
export const bridges: Resource<Bridge> = { key: "bridges", of: (client) => client.bridges };
export const complianceEvents: Resource<ComplianceEvent> = {
  key: "compliance_events",
  of: (client) => client.complianceEvents,
};
export const companies: Resource<Company> = { key: "companies", of: (client) => client.companies };
export const articles: Resource<Article> = { key: "articles", of: (client) => client.articles };
export const jurisdictionEvents: Resource<JurisdictionEvent> = {
  key: "jurisdiction_events",
  of: (client) => client.jurisdictionEvents,
};
export const citations: Resource<Citation> = { key: "citations", of: (client) => client.citations };
export const dataPartners: Resource<DataPartner> = {
  key: "data_partners",
  of: (client) => client.dataPartners,
};
export const loanPayments: Resource<LoanPayment> = {
  key: "loan_payments",
  of: (client) => client.loanPayments,
};
export const loanStatusChanges: Resource<LoanStatusChange> = {
  key: "loan_status_changes",
  of: (client) => client.loanStatusChanges,
};
export const properties: Resource<Property> = {
  key: "properties",
  of: (client) => client.properties,
};
export const supplyAdjustments: Resource<SupplyAdjustment> = {
  key: "supply_adjustments",
  of: (client) => client.supplyAdjustments,
};
export const countries: Resource<Country> = { key: "countries", of: (client) => client.countries };
export const jurisdictions: Resource<Jurisdiction> = {
  key: "jurisdictions",
  of: (client) => client.jurisdictions,
};
export const reserveReports: Resource<ReserveReport> = {
  key: "reserve_reports",
  of: (client) => client.reserveReports,
};
export const regulators: Resource<Regulator> = {
  key: "regulators",
  of: (client) => client.regulators,
};
export const jurisdictionRules: Resource<JurisdictionRule> = {
  key: "jurisdiction_rules",
  of: (client) => client.jurisdictionRules,
};
export const managers: Resource<Manager> = { key: "managers", of: (client) => client.managers };
export const serviceProviders: Resource<ServiceProvider> = {
  key: "service_providers",
  of: (client) => client.serviceProviders,
};
export const sourceRanks: Resource<SourceRank> = {
  key: "source_ranks",
  of: (client) => client.sourceRanks,
};
export const feeds: Resource<Feed> = { key: "feeds", of: (client) => client.feeds };
export const sectors: Resource<Sector> = { key: "sectors", of: (client) => client.sectors };
export const measures: Resource<Measure> = { key: "measures", of: (client) => client.measures };
export const taxonomies: Resource<Taxonomy> = {
  key: "taxonomies",
  of: (client) => client.taxonomies,
};
export const taxonomyEntries: Resource<TaxonomyEntry> = {
  key: "taxonomy_entries",
  of: (client) => client.taxonomyEntries,
};
