import { month } from "@/lib/dates/day";
import { listNumbers, value } from "@/lists/numbers/numbers";
import type { RowNumbers } from "@/lists/numbers/rowNumbers";

const assets = listNumbers("assets");

/** The numbers of assets on the pages of classes, beside those of every list of assets. */
const further = {
  change_7d: { ...value, since: 7 },
  price: { measure: "price_dollar" },
  off_peg: { measure: "price_dollar", against: 1 },
  nav: { measure: "net_asset_value_dollar" },
  underlying: { measure: "underlying_price_dollar" },
  premium: { measure: "premium_to_underlying" },
  rental_yield: { measure: "rental_yield" },
  loan_to_value: { measure: "loan_to_value" },
  occupancy: { measure: "occupancy" },
  yield_7d: { measure: "yield_7d" },
  yield_30d: { measure: "yield_30d" },
  yield_to_maturity: { measure: "yield_to_maturity" },
  return_30d: { measure: "return_30d" },
  return_1y: { measure: "return_1y" },
  volume_30d: { measure: "daily_transfer_volume_dollar", over: month },
  supply: { measure: "total_supply_token" },
} as const satisfies RowNumbers["columns"];

export type FurtherNumber = keyof typeof further;

/** The numbers of a table with these columns beside the usual ones. */
export function numbersWith(columns: ReadonlyArray<string>): RowNumbers {
  const requested = Object.entries(further).filter(([id]) => columns.includes(id));
  const { subject, by, field, ranks } = assets;
  return {
    subject,
    by,
    ...(field && { field }),
    ...(ranks && { ranks }),
    columns: { ...assets.columns, ...Object.fromEntries(requested) },
  };
}
