import type { Transaction } from "@/api/contract";

/** A mint of a fictional fund. */
export function sampleTransfer(part: Partial<Transaction> = {}): Transaction {
  return {
    id: 7,
    happened_at: "2026-11-19T09:36:00.000Z",
    kind: "mint",
    token_slug: "alder-fund-harbour",
    token_name: "Alder Fund on Harbour (sample)",
    asset_slug: "alder-fund",
    asset_name: "Alder Fund (sample)",
    network_slug: "harbour-chain",
    platform_slug: null,
    asset_class_slug: "treasury-products",
    block_number: 1200,
    transaction_hash: `0x${"ab".repeat(32)}`,
    log_index: 0,
    from_address: null,
    to_address: `0x${"12".repeat(20)}`,
    amount_raw: "1250000000",
    amount: 1250,
    value_dollar: 1262.5,
    is_sample: true,
    source: "Sample universe",
    licence: "own work, Apache-2.0",
    visible_to: "everybody",
    is_redistributable: true,
    attribution: null,
    load_id: 7,
    known_at: "2026-11-20T01:00:00.000Z",
    method_version: "sample 1",
    ...part,
  };
}
