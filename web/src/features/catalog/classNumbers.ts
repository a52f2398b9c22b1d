import { assetNumbers } from "./numbers";
import type { RowNumbers } from "./rowNumbers";

const worth = "bridged_token_value_dollar";
const priced = "bridged_token_market_cap_dollar";
const month = 30;

/** What the pages of classes say of their assets beside what every list of assets does. */
const further = {
  change_7d: { measure: worth, otherwise: priced, since: 7 },
  price: { measure: "price_dollar" },
  off_peg: { measure: "price_dollar", against: 1 },
  nav: { measure: "net_asset_value_dollar" },
  premium: { measure: "premium_to_nav" },
  apy_7d: { measure: "apy_7d" },
  apy_30d: { measure: "apy_30d" },
  yield_to_maturity: { measure: "yield_to_maturity" },
  return_30d: { measure: "return_30d" },
  return_1y: { measure: "return_1y" },
  volume_30d: { measure: "daily_transfer_volume_dollar", over: month },
  supply: { measure: "total_supply_token" },
} as const satisfies RowNumbers["columns"];

export type FurtherNumber = keyof typeof further;

/** The numbers of a table with these columns beside the usual ones. */
export function numbersWith(columns: ReadonlyArray<string>): RowNumbers {
  const asked = Object.entries(further).filter(([id]) => columns.includes(id));
  const { subject, by, field, ranks } = assetNumbers;
  return {
    subject,
    by,
    ...(field && { field }),
    ...(ranks && { ranks }),
    columns: { ...assetNumbers.columns, ...Object.fromEntries(asked) },
  };
}

/** Stablecoins are worth what the market pays. */
export function pricedFirst(numbers: RowNumbers): RowNumbers {
  const columns = Object.entries(numbers.columns).map(([id, number]) =>
    number.measure === worth
      ? [id, { ...number, measure: priced, otherwise: worth }]
      : [id, number],
  );
  // The gateway takes net asset values first.
  return { ...numbers, ranks: ["holders"], columns: Object.fromEntries(columns) };
}
