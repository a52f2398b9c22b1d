import { yieldConventions } from "@/lib/format/yieldConventions";
import { outstandingPrincipal, totalOriginated } from "./creditNames";
import { derivedMeasures } from "./derivedMeasures";
import type { Measure } from "./measure";

const value = "Value";
const price = "Price and yield";
const activity = "Activity";
const flows = "Flows";
const credit = "Credit";
const benchmarks = "Benchmarks";

/** A level in dollars that adds up over subjects. */
function amount(slug: string, name: string, family: Measure["family"]): Measure {
  return { slug, name, family, unit: "usd", kind: "stock", combining: "sum" };
}

/** A share of a property; of many, it is weighted by value. */
function part(slug: string, name: string): Measure {
  const weight = "property_value_dollar";
  return { slug, name, family: price, unit: "ratio", kind: "stock", combining: "average", weight };
}

/** Every measure, the most used first in each family. */
export const measures: readonly Measure[] = [
  amount("bridged_token_value_dollar", "Bridged token value", value),
  amount("bridged_token_market_cap_dollar", "Bridged token market cap", value),
  amount("circulating_market_value_dollar", "Circulating market value", value),
  amount("circulating_asset_value_dollar", "Circulating asset value", value),
  {
    slug: "total_supply_token",
    name: "Total supply",
    family: value,
    unit: "token",
    kind: "stock",
    combining: "sum",
  },
  amount("market_value_dollar", "Market value", value),
  amount("total_asset_value_dollar", "Total asset value", value),
  {
    slug: "net_asset_value_dollar",
    name: "Net asset value",
    family: price,
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "net_asset_value_own_currency",
    name: "Net asset value in own currency",
    family: price,
    unit: "denomination",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "underlying_price_dollar",
    name: "Underlying price",
    family: price,
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
  amount("annual_rent_dollar", "Annual rent", price),
  amount("property_value_dollar", "Property value", price),
  part("loan_to_value", "Loan to value"),
  part("occupancy", "Occupancy"),
  {
    slug: "distribution_per_unit_dollar",
    name: "Distribution per unit",
    family: price,
    unit: "usd",
    kind: "flow",
    combining: "alone",
  },
  {
    slug: "distribution_per_unit_own_currency",
    name: "Distribution per unit in own currency",
    family: price,
    unit: "denomination",
    kind: "flow",
    combining: "alone",
  },
  {
    slug: "price_dollar",
    name: "Price",
    family: price,
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "yield_to_maturity",
    name: "Yield to maturity",
    family: price,
    unit: "ratio",
    kind: "stock",
    combining: "average",
    weight: "bridged_token_value_dollar",
    convention: yieldConventions.toMaturity,
  },
  {
    slug: "holding_addresses_count",
    name: "Holders",
    family: activity,
    unit: "count",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "daily_active_addresses_count",
    name: "Daily active addresses",
    family: activity,
    unit: "count",
    kind: "distinct",
    combining: "alone",
  },
  {
    slug: "weekly_active_addresses_count",
    name: "Weekly active addresses",
    family: activity,
    unit: "count",
    kind: "distinct",
    combining: "alone",
    native: "week",
  },
  {
    slug: "monthly_active_addresses_count",
    name: "Monthly active addresses",
    family: activity,
    unit: "count",
    kind: "distinct",
    combining: "alone",
    native: "month",
  },
  {
    slug: "number_of_daily_transactions_count",
    name: "Daily transactions",
    shortName: "Transactions",
    family: activity,
    unit: "count",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_transfer_volume_dollar",
    name: "Daily transfer volume",
    shortName: "Transfer volume",
    family: flows,
    unit: "usd",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "weekly_transfer_volume",
    name: "Weekly transfer volume",
    family: flows,
    unit: "usd",
    kind: "flow",
    combining: "sum",
    native: "week",
  },
  {
    slug: "daily_mints_dollar",
    name: "Daily mints",
    shortName: "Mints",
    family: flows,
    unit: "usd",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_burns_dollar",
    name: "Daily burns",
    shortName: "Burns",
    family: flows,
    unit: "usd",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_transfer_volume_token",
    name: "Daily transfer volume (tokens)",
    shortName: "Transfer volume in units",
    family: flows,
    unit: "token",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_mints_token",
    name: "Daily mints (tokens)",
    shortName: "Mints in units",
    family: flows,
    unit: "token",
    kind: "flow",
    combining: "sum",
  },
  {
    slug: "daily_burns_token",
    name: "Daily burns (tokens)",
    shortName: "Burns in units",
    family: flows,
    unit: "token",
    kind: "flow",
    combining: "sum",
  },
  amount("outstanding_capital_dollar", outstandingPrincipal, credit),
  {
    slug: "interest_rate",
    name: "Interest rate",
    family: credit,
    unit: "ratio",
    kind: "stock",
    combining: "average",
    weight: "outstanding_capital_dollar",
  },
  {
    slug: "days_to_maturity",
    name: "Days to maturity",
    family: credit,
    unit: "days",
    kind: "stock",
    combining: "average",
    weight: "outstanding_capital_dollar",
  },
  amount("cumulative_issued_amount_dollar", totalOriginated, credit),
  amount("defaulted_loans_amount_dollar", "Defaulted loans", credit),
  amount("late_loans_amount_dollar", "Late loans", credit),
  {
    slug: "days_past_due",
    name: "Days past due",
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
    name: "Funded assets (tokens)",
    family: credit,
    unit: "token",
    kind: "stock",
    combining: "sum",
  },
  ...derivedMeasures,
  {
    slug: "benchmark_rate",
    name: "Benchmark rate",
    family: benchmarks,
    unit: "ratio",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "benchmark_price_dollar",
    name: "Benchmark price",
    family: benchmarks,
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "benchmark_index",
    name: "Benchmark index",
    family: benchmarks,
    unit: "index",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "units_per_euro",
    name: "Units per euro",
    family: benchmarks,
    unit: "per_euro",
    kind: "stock",
    combining: "alone",
  },
  {
    slug: "benchmark_amount_dollar",
    name: "Benchmark amount",
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
