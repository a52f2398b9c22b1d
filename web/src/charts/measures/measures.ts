import type { MeasureKind, SeriesInterval } from "@/api/contract";
import { derivedMeasures } from "./derivedMeasures";

/** How values of several subjects make one: they add up, they are averaged by another measure, or only one alone has one. */
type Combining = "sum" | "average" | "alone";

/** A measure as the pickers offer it. */
export type Measure = {
  slug: string;
  label: string;
  family: "Value" | "Price and yield" | "Activity" | "Flows" | "Credit" | "Benchmarks";
  unit: "usd" | "count" | "token" | "ratio" | "index" | "per_euro" | "days";
  kind: MeasureKind;
  combining: Combining;
  /** Whether its values go below zero. */
  signed?: true;
  /** What an average is weighted by. */
  weight?: string;
  /** The time that one of its values stands for, where that is more than a day. */
  native?: SeriesInterval;
};

const value = "Value";
const price = "Price and yield";
const activity = "Activity";
const flows = "Flows";
const credit = "Credit";
const benchmarks = "Benchmarks";

/** Every measure, the most used first in each family. */
export const measures: readonly Measure[] = [
  {
    slug: "bridged_token_value_dollar",
    label: "Value, NAV-based",
    family: value,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "bridged_token_market_cap_dollar",
    label: "Market cap, price-based",
    family: value,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "circulating_market_value_dollar",
    label: "Circulating market value",
    family: value,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "circulating_asset_value_dollar",
    label: "Circulating asset value",
    family: value,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "total_supply_token",
    label: "Total supply",
    family: value,
    unit: "token",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "market_value_dollar",
    label: "Market value, all units",
    family: value,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "total_asset_value_dollar",
    label: "Total asset value",
    family: value,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "net_asset_value_dollar",
    label: "Net asset value of a unit",
    family: price,
    unit: "usd",
    kind: "stock",
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
  {
    slug: "outstanding_capital_dollar",
    label: "Active loans value",
    family: credit,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
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
  {
    slug: "cumulative_issued_amount_dollar",
    label: "Total originated",
    family: credit,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "defaulted_loans_amount_dollar",
    label: "Defaulted loans",
    family: credit,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "late_loans_amount_dollar",
    label: "Late loans",
    family: credit,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
  {
    slug: "available_capacity_dollar",
    label: "Available capacity",
    family: credit,
    unit: "usd",
    kind: "stock",
    combining: "sum",
  },
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
