import { derivedMeasures } from "./derivedMeasures";
import type { Measure } from "./measure";

const value = "Value";
const price = "Price and yield";
const activity = "Activity";
const flows = "Flows";
const credit = "Credit";
const benchmarks = "Benchmarks";

/** A level in dollars that adds up over subjects. */
function amount(slug: string, label: string, family: Measure["family"]): Measure {
  return { slug, label, family, unit: "usd", kind: "stock", combining: "sum" };
}

/** A share of a property; of many, it is weighted by value. */
function part(slug: string, label: string): Measure {
  const weight = "total_asset_value_dollar";
  return { slug, label, family: price, unit: "ratio", kind: "stock", combining: "average", weight };
}

/** Every measure, the most used first in each family. */
export const measures: readonly Measure[] = [
  amount("bridged_token_value_dollar", "Value, NAV-based", value),
  amount("bridged_token_market_cap_dollar", "Market cap, price-based", value),
  amount("circulating_market_value_dollar", "Circulating market value", value),
  amount("circulating_asset_value_dollar", "Circulating asset value", value),
  {
    slug: "total_supply_token",
    label: "Total supply",
    family: value,
    unit: "token",
    kind: "stock",
    combining: "sum",
  },
  amount("market_value_dollar", "Market value, all units", value),
  amount("total_asset_value_dollar", "Total asset value", value),
  {
    slug: "net_asset_value_dollar",
    label: "Net asset value of a unit",
    family: price,
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "net_asset_value_own_currency",
    label: "Net asset value in own currency",
    family: price,
    unit: "denomination",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "underlying_price_dollar",
    label: "Underlying price",
    family: price,
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
  amount("annual_rent_dollar", "Annual rent", price),
  part("loan_to_value", "Loan to value"),
  part("occupancy", "Occupancy"),
  {
    slug: "distribution_per_unit_dollar",
    label: "Distribution per unit",
    family: price,
    unit: "usd",
    kind: "flow",
    combining: "alone",
  },
  {
    slug: "distribution_per_unit_own_currency",
    label: "Distribution per unit in own currency",
    family: price,
    unit: "denomination",
    kind: "flow",
    combining: "alone",
  },
  {
    slug: "price_dollar",
    label: "Price of a unit",
    family: price,
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "yield_to_maturity",
    label: "Yield to maturity",
    family: price,
    unit: "ratio",
    kind: "stock",
    combining: "average",
    weight: "bridged_token_value_dollar",
  },
  {
    slug: "holding_addresses_count",
    label: "Holders",
    family: activity,
    unit: "count",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "daily_active_addresses_count",
    label: "Active addresses, daily",
    family: activity,
    unit: "count",
    kind: "distinct",
    combining: "alone",
  },
  {
    slug: "weekly_active_addresses_count",
    label: "Active addresses, weekly",
    family: activity,
    unit: "count",
    kind: "distinct",
    combining: "alone",
    native: "week",
  },
  {
    slug: "monthly_active_addresses_count",
    label: "Active addresses, monthly",
    family: activity,
    unit: "count",
    kind: "distinct",
    combining: "alone",
    native: "month",
  },
  {
    slug: "number_of_daily_transactions_count",
    label: "Transactions",
    family: activity,
    unit: "count",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_transfer_volume_dollar",
    label: "Transfer volume",
    family: flows,
    unit: "usd",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "weekly_transfer_volume",
    label: "Transfer volume, weekly",
    family: flows,
    unit: "usd",
    kind: "flow",
    combining: "sum",
    native: "week",
  },
  {
    slug: "daily_mints_dollar",
    label: "Mints",
    family: flows,
    unit: "usd",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_burns_dollar",
    label: "Burns",
    family: flows,
    unit: "usd",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_transfer_volume_token",
    label: "Transfer volume in units",
    family: flows,
    unit: "token",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_mints_token",
    label: "Mints in units",
    family: flows,
    unit: "token",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_burns_token",
    label: "Burns in units",
    family: flows,
    unit: "token",
    kind: "flow",
    combining: "sum",
  },
  amount("outstanding_capital_dollar", "Active loans value", credit),
  {
    slug: "interest_rate",
    label: "Interest rate",
    family: credit,
    unit: "ratio",
    kind: "stock",
    combining: "average",
    weight: "outstanding_capital_dollar",
  },
  {
    slug: "days_to_maturity",
    label: "Days to maturity",
    family: credit,
    unit: "days",
    kind: "stock",
    combining: "average",
    weight: "outstanding_capital_dollar",
  },
  amount("cumulative_issued_amount_dollar", "Total originated", credit),
  amount("defaulted_loans_amount_dollar", "Defaulted loans", credit),
  amount("late_loans_amount_dollar", "Late loans", credit),
  {
    slug: "days_past_due",
    label: "Days past due",
    family: credit,
    unit: "days",
    kind: "stock",
    combining: "average",
    weight: "outstanding_capital_dollar",
  },
  amount("cumulative_defaulted_amount_dollar", "Cumulative defaults", credit),
  amount("cumulative_recovered_amount_dollar", "Cumulative recoveries", credit),
  amount("cumulative_written_off_amount_dollar", "Cumulative write-offs", credit),
  amount("available_capacity_dollar", "Available capacity", credit),
  {
    slug: "funded_assets_token",
    label: "Funded assets in units",
    family: credit,
    unit: "token",
    kind: "stock",
    combining: "sum",
  },
  ...derivedMeasures,
  {
    slug: "benchmark_rate",
    label: "Benchmark rates",
    family: benchmarks,
    unit: "ratio",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "benchmark_price_dollar",
    label: "Benchmark prices",
    family: benchmarks,
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "benchmark_index",
    label: "Benchmark indexes",
    family: benchmarks,
    unit: "index",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "units_per_euro",
    label: "Currencies per euro",
    family: benchmarks,
    unit: "per_euro",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "benchmark_amount_dollar",
    label: "Benchmark amounts",
    family: benchmarks,
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
];

const bySlug = new Map(measures.map((measure) => [measure.slug, measure]));

export function measureOf(slug: string): Measure | undefined {
  return bySlug.get(slug);
}

/** Whether it is measured of benchmarks, which no asset has. */
export function isOfBenchmarks(slug: string): boolean {
  return measureOf(slug)?.family === benchmarks;
}
