import type {
  Country,
  Investment,
  Jurisdiction,
  JurisdictionEvent,
  JurisdictionRule,
  Regulator,
} from "@/api/contract";
import { origin } from "./catalogFixtures";

export function sampleCountry(part: Partial<Country> = {}): Country {
  return {
    id: 1,
    slug: "switzerland",
    name: "Switzerland",
    code: "CH",
    alpha3: "CHE",
    numeric_code: "756",
    official_name: "Swiss Confederation",
    capital: null,
    currencies: ["CHF"],
    region: "europe",
    un_region: null,
    un_subregion: null,
    is_eu_member: false,
    is_eea_member: false,
    asset_count: 3,
    issuer_count: 1,
    ...origin,
    ...part,
  };
}

export function sampleLaw(part: Partial<Jurisdiction> = {}): Jurisdiction {
  return {
    id: 11,
    slug: "switzerland",
    name: "Switzerland",
    code: "CH",
    kind: "country",
    country_code: "CH",
    country_name: "Switzerland",
    region: "europe",
    legal_status: "legal_with_restrictions",
    regulatory_clarity: 4,
    regime_status: "finalized",
    classification: "payment_instrument",
    allows_fiat_backed: "true",
    allows_asset_backed: "false",
    allows_algorithmic: "false",
    tags: [],
    last_reviewed: "2025-11-11",
    rule_count: 2,
    regulator_count: 1,
    ...origin,
    source: "Register of laws (sample)",
    is_sample: false,
    ...part,
  };
}

export function sampleRegulator(part: Partial<Regulator> = {}): Regulator {
  return {
    id: 21,
    slug: "ch-office",
    name: "Harbour Office (sample)",
    jurisdiction_code: "CH",
    jurisdiction_name: "Switzerland",
    acronym: "HBO",
    website: "https://office.example.org/",
    is_primary: true,
    scope: "stablecoins",
    ...origin,
    ...part,
  };
}

export function sampleRule(part: Partial<JurisdictionRule> = {}): JurisdictionRule {
  return {
    id: 31,
    slug: "ch-aml",
    name: "Switzerland: AML and KYC",
    jurisdiction_code: "CH",
    jurisdiction_name: "Switzerland",
    authority: "Harbour Office (sample)",
    instrument_type: "fiat_referenced_stablecoin",
    dimension: "aml_kyc",
    requirement_summary: "Holders must be known (sample).",
    status: "in_force",
    binding_status: "in_force_enacted",
    effective_on: null,
    claim_class: "tier1_legal",
    evidence_tier: null,
    confidence: "high",
    last_reviewed_on: "2026-06-27",
    primary_source: "Guidance 6 (sample)",
    pinpoint: "part 2",
    url: "https://office.example.org/guidance",
    ...origin,
    ...part,
  };
}

export function sampleEvent(part: Partial<JurisdictionEvent> = {}): JurisdictionEvent {
  return {
    id: 41,
    slug: "ch-change",
    name: "A new act comes into force (sample)",
    jurisdiction_code: "CH",
    jurisdiction_name: "Switzerland",
    status: "scheduled",
    effective_on: "2027-01-18",
    precision: "day",
    trigger_kind: "fully-scheduled",
    trigger: null,
    basis: "The act.",
    date_basis: "The act names the day.",
    rule_slugs: [],
    ...origin,
    visible_to: "everybody",
    is_redistributable: true,
    ...part,
  };
}

export function sampleOffer(part: Partial<Investment> = {}): Investment {
  return {
    id: 51,
    slug: "offer-1-sample",
    name: "Offer 1 of Alder (sample)",
    asset_id: 10001,
    asset_slug: "alder-fund",
    asset_name: "Alder Treasury Fund (sample)",
    pool_id: null,
    pool_slug: null,
    pool_name: null,
    platform_id: null,
    platform_slug: null,
    platform_name: null,
    issuer_id: 10001,
    issuer_slug: "alder",
    issuer_name: "Alder (sample)",
    availability: "live",
    status: "open",
    currency: "USDC",
    minimum_amount: 1000,
    target_yield: 0.05,
    management_fee_bps: 50,
    subscription_fee_bps: null,
    redemption_fee_bps: null,
    subscription_frequency: null,
    redemption_frequency: "daily",
    lock_up_days: 30,
    kyc_required: true,
    investor_types: ["retail", "accredited"],
    eligible_country_codes: [],
    excluded_country_codes: [],
    opens_on: "2026-09-21",
    closes_on: null,
    website: "https://offer.example.org/1",
    terms: null,
    network_slugs: ["harbour-chain"],
    asset_class_slug: "treasury-products",
    ...origin,
    ...part,
  };
}
