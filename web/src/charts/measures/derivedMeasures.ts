import { yieldConventions } from "@/lib/format/yieldConventions";
import type { Measure } from "./measure";

const value = "bridged_token_value_dollar";
const { simpleWeek, simple, compounded, daily, rental } = yieldConventions;

/** A rate or return that follows from net asset values; of many, it is weighted by value. */
function rate(slug: string, name: string, weight = value): Measure {
  return {
    slug,
    name,
    family: "Price and yield",
    unit: "ratio",
    kind: "stock",
    combining: "average",
    weight,
  };
}

function part(slug: string, name: string, weight: string): Measure {
  return { ...rate(slug, name, weight), family: "Credit" };
}

function amountOfLoans(slug: string, name: string): Measure {
  return { slug, name, family: "Credit", unit: "usd", kind: "stock", combining: "sum" };
}

/** Inflow minus outflow. */
function flow(slug: string, name: string, kind: Measure["kind"]): Measure {
  return { slug, name, family: "Flows", unit: "usd", kind, combining: "sum", signed: true };
}

/** Measures that are calculated from others on request. Shares belong to groups and are not offered alone. */
export const derivedMeasures: readonly Measure[] = [
  { ...rate("yield_7d", "7-day yield"), convention: simpleWeek },
  { ...rate("yield_30d", "30-day yield"), convention: simple },
  { ...rate("apy_7d_effective", "7-day APY"), convention: compounded },
  { ...rate("apy_30d_effective", "30-day APY"), convention: compounded },
  { ...rate("daily_yield_rate", "Daily yield"), convention: daily },
  rate("return_1m", "1-month return"),
  rate("return_12m", "12-month return"),
  rate("return_30d", "30-day return"),
  rate("return_90d", "90-day return"),
  rate("return_1y", "1-year return"),
  rate("return_ytd", "Return this year"),
  {
    slug: "growth_of_10000",
    name: "Growth of 10,000",
    family: "Price and yield",
    unit: "usd",
    kind: "stock",
    combining: "alone",
  },
  rate("premium_to_nav", "Premium to net asset value", "circulating_asset_value_dollar"),
  rate("premium_to_underlying", "Premium to underlying", "circulating_asset_value_dollar"),
  rate(
    "premium_to_underlying_closed",
    "Premium to underlying, market closed",
    "circulating_asset_value_dollar",
  ),
  { ...rate("rental_yield", "Rental yield", "property_value_dollar"), convention: rental },
  flow("net_flow_dollar", "Net flow", "flow"),
  { ...flow("net_flow_7d_dollar", "Net flow, 7 days", "stock"), sumOfDays: 7 },
  { ...flow("net_flow_30d_dollar", "Net flow, 30 days", "stock"), sumOfDays: 30 },
  {
    ...rate("turnover_30d", "30-day turnover", "circulating_market_value_30d_dollar"),
    family: "Activity",
  },
  part("utilization", "Utilization", "funded_assets_token"),
  part("cash_drag", "Cash drag", "funded_assets_token"),
  part("defaulted_share_of_outstanding", "Defaulted, of outstanding", "outstanding_capital_dollar"),
  part("defaulted_share_of_issued", "Default rate", "cumulative_issued_amount_dollar"),
  part("cumulative_default_rate", "Cumulative default rate", "cumulative_issued_amount_dollar"),
  part("loss_given_default", "Loss given default", "resolved_defaults_amount_dollar"),
  amountOfLoans("resolved_defaults_amount_dollar", "Resolved defaults"),
  amountOfLoans("past_due_1_to_30_days_dollar", "Past due, 1–30 days"),
  amountOfLoans("past_due_31_to_60_days_dollar", "Past due, 31–60 days"),
  amountOfLoans("past_due_61_to_90_days_dollar", "Past due, 61–90 days"),
  amountOfLoans("past_due_over_90_days_dollar", "Past due, over 90 days"),
];
