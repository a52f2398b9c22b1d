import type { Loan, LoanPayment, LoanStatusChange, Pool, ResourceMeta } from "@/api/contract";
import { assetMeta } from "./catalogFixtures";

const origin = {
  source: "Harbour register (sample)",
  licence: "CC0-1.0",
  retrieved_on: "2026-11-18",
  is_sample: true,
  updated_at: "2026-11-20T10:00:00.000Z",
};

export function sampleLoan(part: Partial<Loan> = {}): Loan {
  return {
    id: 10301,
    slug: "loan-7",
    name: "Loan 7 (sample)",
    pool_id: 10201,
    pool_slug: "quay-pool",
    pool_name: "Quay Pool (sample)",
    platform_id: 10101,
    platform_slug: "quay",
    platform_name: "Quay (sample)",
    network_id: 1,
    network_slug: "harbour-chain",
    network_name: "Harbour Chain (sample)",
    issuer_id: null,
    issuer_slug: null,
    issuer_name: null,
    asset_id: null,
    asset_slug: null,
    asset_name: null,
    address: "0x2222222222222222222222222222222222222222",
    borrower: "Cedar Mill (sample)",
    status: "late",
    stated_status: null,
    status_changed_at: "2026-11-02T10:00:00.000Z",
    sector: "invoice",
    region: "latin_america",
    collateral_type: "receivables_financing",
    collateral_note: "Invoices of 90 days",
    currency: "USDC",
    principal_amount: 90_000,
    drawn_amount: 90_000,
    outstanding_amount: 60_000,
    interest_rate: 0.1125,
    late_fee_rate: 0.02,
    default_rate: null,
    term_type: "closed_term",
    amortization: "amortizing",
    payment_interval_days: 30,
    payment_count: 3,
    originated_on: "2026-08-20",
    starts_on: "2026-09-01",
    ends_on: "2026-12-01",
    next_payment_on: "2026-11-01",
    days_late: 19,
    asset_class_slug: null,
    ...origin,
    ...part,
  };
}

export function samplePool(part: Partial<Pool> = {}): Pool {
  return {
    id: 10201,
    slug: "quay-pool",
    name: "Quay Pool (sample)",
    platform_id: 10101,
    platform_slug: "quay",
    platform_name: "Quay (sample)",
    borrower: "Cedar Mill (sample)",
    category: null,
    sector: "invoice",
    region: "latin_america",
    collateral_type: "receivables_financing",
    network_id: 1,
    network_slug: "harbour-chain",
    network_name: "Harbour Chain (sample)",
    address: "0x3333333333333333333333333333333333333333",
    predecessor_address: null,
    currency: "USDC",
    status: "open",
    launched_on: "2025-04-01",
    asset_maturity: "30 to 90 days",
    senior_asset_id: 10001,
    senior_asset_slug: "alder-fund",
    senior_asset_name: "Alder Treasury Fund (sample)",
    junior_asset_id: null,
    junior_asset_slug: null,
    junior_asset_name: null,
    capacity_amount: 200_000,
    funded_amount: 150_000,
    financed_amount: 400_000,
    financing_count: 12,
    senior_rate: 0.08,
    lock_up_days: 90,
    loan_count: 1,
    website: "https://example.org/quay",
    note: null,
    ...origin,
    ...part,
  };
}

export function samplePayment(part: Partial<LoanPayment> = {}): LoanPayment {
  return {
    id: 1,
    slug: "loan-7-payment-1",
    name: "Loan 7, payment 1 (sample)",
    loan_id: 10301,
    loan_slug: "loan-7",
    loan_name: "Loan 7 (sample)",
    number: 1,
    due_on: "2026-10-01",
    principal_amount: 30_000,
    interest_amount: 843.75,
    paid_amount: null,
    paid_on: null,
    ...origin,
    ...part,
  };
}

export function sampleStep(part: Partial<LoanStatusChange> = {}): LoanStatusChange {
  return {
    id: 1,
    slug: "loan-7-1",
    name: "Loan 7 (sample)",
    loan_id: 10301,
    loan_slug: "loan-7",
    loan_name: "Loan 7 (sample)",
    from_status: null,
    status: "active",
    changed_at: "2026-09-01T10:00:00.000Z",
    ...origin,
    ...part,
  };
}

/** The metadata of a resource that no test looks at. */
export function bareMeta(resource: string): ResourceMeta {
  return { ...assetMeta, resource, fields: [] };
}
