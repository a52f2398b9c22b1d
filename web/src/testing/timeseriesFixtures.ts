import type {
  AggregateExplanation,
  Explanation,
  FeederFund,
  Load,
  Restatement,
  SeriesLine,
} from "@/api/contract";

/** A series that everybody may see and pass on. */
const unrestricted = { visible_to: "everybody", is_redistributable: true } as const;

/** The fields of an aggregate without excluded members. */
export const complete = {
  counts_twice: false,
  restricted_count: 0,
  feeder_count: 0,
  feeders: [],
  undisclosed: null,
  begun: null,
  withheld: [],
};

/** A fund whose money counts in its master fund. */
export const sampleFeeder: FeederFund = {
  asset_slug: "alder-feeder",
  name: "Alder Feeder (sample)",
  master_slug: "alder-fund",
  master_name: "Alder Treasury Fund (sample)",
  is_sample: true,
};

export function line(part: Partial<SeriesLine> = {}): SeriesLine {
  return {
    series_id: 1,
    subject_kind: "asset",
    subject_slug: "alder-fund-sample",
    subject_name: "Alder Fund (sample)",
    measure_slug: "net_asset_value_dollar",
    measure_name: "Net asset value",
    kind: "stock",
    unit: "usd",
    network_slug: null,
    source: "sample",
    is_sample: true,
    last_date: "2026-11-19",
    values: [],
    carry_days: 7,
    qualifiers: [],
    ...part,
  };
}

export function load(part: Partial<Load> = {}): Load {
  return {
    id: 7,
    file: "alder.csv",
    source: "Sample universe",
    licence: "CC0",
    ...unrestricted,
    attribution: null,
    retrieved_on: "2026-11-20",
    hash: "9f2c41e0",
    method_version: "1",
    transformation: "values divided by 100",
    is_sample: true,
    known_at: "2026-11-20T01:00:00.000Z",
    accepted: 1200,
    withheld: 1,
    restated: 2,
    unchanged: 0,
    series_count: 3,
    first_date: "2025-01-01",
    last_date: "2026-11-19",
    withheld_reasons: [{ reason: "nav_jump", meaning: "It moved by more than a tenth.", count: 1 }],
    ...part,
  };
}

export function explanation(part: Partial<Explanation> = {}): Explanation {
  return {
    series: line(),
    definition: "Net asset value in dollars of one unit.",
    method_version: "1",
    date: "2026-11-19",
    value_date: "2026-11-19",
    value: 1.0425,
    versions: [
      {
        value: 1.0425,
        known_at: "2026-11-20T01:00:00.000Z",
        reason: null,
        reason_meaning: null,
        load: load(),
      },
      {
        value: 1.0401,
        known_at: "2026-11-19T01:00:00.000Z",
        reason: null,
        reason_meaning: null,
        load: load({ id: 6, file: "alder-before.csv" }),
      },
    ],
    composition: null,
    checks: [
      {
        reason: "negative",
        claim: "It is not below zero.",
        has_passed: true,
        not_compared: null,
      },
    ],
    formula: null,
    inputs: [],
    sources: [],
    source_tolerance: 0.01,
    is_average: false,
    ...part,
  };
}

export function restatement(part: Partial<Restatement> = {}): Restatement {
  return {
    id: 1,
    series_id: 1,
    subject_kind: "asset",
    subject_slug: "alder-fund-sample",
    subject_name: "Alder Fund (sample)",
    network_slug: null,
    measure_slug: "net_asset_value_dollar",
    measure_name: "Net asset value",
    unit: "usd",
    source: "sample",
    date: "2026-11-02",
    known_at: "2026-11-20T01:00:00.000Z",
    value: 1.02,
    reason: null,
    earlier_value: 1,
    earlier_reason: null,
    reason_meaning: null,
    earlier_reason_meaning: null,
    earlier_known_at: "2026-11-03T01:00:00.000Z",
    load_id: 7,
    is_sample: true,
    licence: "own work, Apache-2.0",
    ...unrestricted,
    attribution: null,
    method_version: "sample 1",
    ...part,
  };
}

/** A weighted average of nine members, none of them listed. */
export function aggregateExplanation(
  part: Partial<AggregateExplanation> = {},
): AggregateExplanation {
  const date = "2026-11-19";
  return {
    measure_slug: "yield_7d",
    measure_name: "7-day yield",
    kind: "stock",
    unit: "ratio",
    definition: "Growth of the net asset value over seven days.",
    method_version: "1",
    formula: null,
    interval: "day",
    from: date,
    to: date,
    group_key: null,
    is_other: false,
    is_total: true,
    value: 0.045,
    method: "weighted_average",
    composition: "The average of the members. Each counts as much as it has of value.",
    member_measure_slug: "yield_7d",
    weight_slug: "bridged_token_value_dollar",
    counts_twice: false,
    restricted_count: 0,
    feeder_count: 0,
    feeders: [],
    has_sample: true,
    member_count: 9,
    begun_count: 9,
    value_count: 9,
    coverage: 1,
    withheld_count: 0,
    withheld: [],
    members: [],
    more_members: 0,
    share: null,
    last_date: date,
    age_days: 0,
    carry_days: 7,
    is_stale: false,
    checks: [],
    loads: [],
    members_known_at: "2026-11-20T01:00:00.000Z",
    current_at: "2026-11-20T02:00:00.000Z",
    known_at: "2026-11-20T02:00:00.000Z",
    ...part,
  };
}
