import type { Filter, SeriesGroupBy } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import type { RowNumbers } from "./rowNumbers";

// The gateway sorts lists by the same numbers: gateway/src/procedures/numbers.rs.
const worth = "bridged_token_value_dollar";
const priced = "bridged_token_market_cap_dollar";
const holders = "holding_addresses_count";

/** Under a table with numbers over time. */
export const valuesKnown =
  "Values as of the end of yesterday, UTC; a dash marks values that are not available.";

const notStablecoins = where("asset_class", "notEquals", "stablecoins");

/** What counts towards headlines: it can leave its platform, and is worth more than a peg. */
const counted: Filter | undefined = every([
  where("tokenization_type", "equals", "distributed"),
  notStablecoins,
  where("asset_class", "notEquals", "fiat-currency"),
]);
const ofCounted = counted ? { only: counted } : {};

/** Stablecoins count at their market price, everything else at its net asset value where that is known. */
export const value = {
  measure: worth,
  only: notStablecoins,
  otherwise: priced,
} as const;

const valued: RowNumbers["columns"] = {
  value,
  change_30d: { ...value, since: 30 },
  holders: { measure: holders },
};

export const assetNumbers: RowNumbers = {
  subject: "asset",
  by: "asset",
  field: "asset",
  ranks: ["value", "change_30d", "holders"],
  columns: valued,
};

export const tokenNumbers: RowNumbers = {
  subject: "token",
  by: "token",
  field: "slug",
  ranks: ["supply", "value", "holders"],
  columns: {
    supply: { measure: "total_supply_token" },
    value,
    holders: { measure: holders },
  },
};

export const networkNumbers: RowNumbers = {
  subject: "token",
  by: "network",
  field: "network",
  ranks: ["distributed_value", "change_30d", "holders"],
  columns: {
    distributed_value: { measure: worth, ...ofCounted },
    change_30d: { measure: worth, ...ofCounted, since: 30 },
    holders: { measure: holders, ...ofCounted },
    volume_30d: { measure: "daily_transfer_volume_dollar", ...ofCounted, over: 30 },
    stablecoin_value: { measure: priced, only: where("asset_class", "equals", "stablecoins") },
  },
};

export const platformNumbers: RowNumbers = {
  subject: "token",
  by: "platform",
  field: "platform",
  ranks: ["value", "change_30d", "holders"],
  ...(counted && { filter: counted }),
  columns: {
    value: { measure: worth },
    change_30d: { measure: worth, since: 30 },
    holders: { measure: holders },
  },
};

export const issuerNumbers: RowNumbers = {
  subject: "asset",
  by: "issuer",
  field: "issuer",
  ranks: ["value", "change_30d"],
  columns: { value: { measure: worth }, change_30d: { measure: worth, since: 30 } },
};

export const classNumbers: RowNumbers = {
  subject: "asset",
  by: "asset_class",
  columns: { value: { measure: worth, otherwise: priced } },
};

export const countryNumbers: RowNumbers = { ...classNumbers, by: "country" };

const groupings: Readonly<Record<string, SeriesGroupBy>> = {
  asset_class_slug: "asset_class",
  country_code: "country",
  issuer_slug: "issuer",
  manager_slug: "manager",
  network_slugs: "network",
  platform_slug: "platform",
};

/** What groups of assets by a field are worth, where numbers can be grouped by it. */
export function groupNumbers(field: string | undefined): RowNumbers | undefined {
  const by = groupings[field ?? ""];
  if (!by) return undefined;
  const holding = { holders: { measure: holders } };
  return { ...classNumbers, by, columns: { ...classNumbers.columns, ...holding } };
}

/** Credit is counted by loan. */
export const protocolNumbers: RowNumbers = {
  subject: "loan",
  by: "platform",
  field: "platform",
  ranks: ["active_loans", "originated", "default_rate"],
  columns: {
    active_loans: { measure: "outstanding_capital_dollar" },
    originated: { measure: "cumulative_issued_amount_dollar" },
    default_rate: {
      measure: "defaulted_loans_amount_dollar",
      under: "cumulative_issued_amount_dollar",
    },
  },
};

/** Of a subject of their own, whose groups are called tokens whatever it is. */
export const poolNumbers: RowNumbers = {
  subject: "pool",
  by: "token",
  field: "slug",
  columns: {
    available: { measure: "available_capacity_dollar" },
    outstanding: { measure: "outstanding_capital_dollar" },
    utilization: { measure: "utilization" },
    cash_drag: { measure: "cash_drag" },
    apr: { measure: "interest_rate" },
  },
};
