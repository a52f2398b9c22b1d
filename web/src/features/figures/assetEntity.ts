import { hasYields, isInDollars, isValuedMonthly, type YieldFacts } from "@/charts/measures/yields";
import { where } from "@/charts/queries/aggregateQuery";
import type { ChartMeasure, Figure } from "@/charts/queries/market";
import { chartMeasure, groups, monthNetFlow, slugs } from "@/charts/queries/measures";
import { month } from "@/lib/dates/day";
import { yieldConventions } from "@/lib/format/yieldConventions";
import {
  type Entity,
  endOfDay,
  endOfDayPriced,
  flowOf,
  holdersOf,
  level,
  type QueryBuilder,
  queriesAbout,
  worthOf,
} from "./entityMeasures";

const alone = [groups.none] as const;
const byNetwork = [groups.network, groups.parentNetwork, groups.none] as const;
const percent = { kind: "percent" } as const;
/** US$ per unit, on the ex-date. */
export const distribution = "distribution_per_unit_dollar";
const ofOneToken = { kind: "money", per: 1, decimals: 4 } as const;

export function queriesOfAsset(slug: string): QueryBuilder {
  return queriesAbout("asset", where("asset", "equals", slug));
}

/** A course that has no parts. */
function lineOf(part: Omit<Parameters<typeof chartMeasure>[0], "kind">): ChartMeasure {
  return chartMeasure({ groups: alone, style: "line", kind: "stock", ...part });
}

/** Yields are in the currency of an asset, returns in dollars: their labels say it where these are not the same. */
function currencies(asset: YieldFacts | null) {
  if (!asset || isInDollars(asset)) return { yields: "", returns: "" };
  return {
    yields: `, ${asset.denomination_currency ?? asset.peg_currency ?? "own currency"}`,
    returns: ", US$",
  };
}

const monthReturn = { measure: "return_1m", label: "1-month return" } as const;
const yearReturn = { measure: "return_12m", label: "12-month return" } as const;

/** A return of an asset that is valued monthly, over calendar months. */
function monthlyReturn(
  query: QueryBuilder,
  asset: YieldFacts | null,
  { measure, label }: typeof monthReturn | typeof yearReturn,
): Figure {
  const remark = `Percent over calendar months, ${yieldConventions.returns}`;
  return { ...level(`${label}${currencies(asset).returns}`, query(measure), "rate"), remark };
}

/** The rate at which an asset grows; without the facts of its class it may have no yield, but has a return. */
function growthOf(query: QueryBuilder, asset: YieldFacts | null): Figure {
  if (!asset || !hasYields(asset) || !isInDollars(asset)) {
    const remark = `Percent over 30 days, ${yieldConventions.returns}`;
    const label = `30-day return${currencies(asset).returns}`;
    return { ...level(label, query(slugs.monthReturn), "rate"), remark };
  }
  const remark = `Percent ${yieldConventions.simpleWeek}`;
  return { ...level("7-day yield", query(slugs.weekYield), "rate"), remark };
}

/** The measures derived from net asset values. */
function earned(query: QueryBuilder, asset: YieldFacts | null): readonly ChartMeasure[] {
  const rate = (id: string, measure: string, label: string, unitLine: string) =>
    lineOf({ id, label, query: query(measure), unit: percent, unitLine });
  const distributions = query(distribution);
  const currency = currencies(asset);
  const yielded = (id: string, measure: string, label: string, unitLine: string) =>
    rate(id, measure, `${label}${currency.yields}`, unitLine);
  const returned = (id: string, measure: string, label: string, unitLine: string) => ({
    ...rate(id, measure, `${label}${currency.returns}`, unitLine),
    distributions,
  });
  const simple = `Percent ${yieldConventions.simple}`;
  const compounded = `Percent ${yieldConventions.compounded}`;
  const toMaturity = `Percent ${yieldConventions.toMaturity}`;
  const growth = "Percent, growth of the net asset value with distributions reinvested";
  const ofWeeks = [
    yielded("yield7", slugs.weekYield, "7-day yield", `Percent ${yieldConventions.simpleWeek}`),
    yielded("apy7e", "apy_7d_effective", "7-day APY", compounded),
  ];
  const yields = [
    ...(isValuedMonthly(asset) ? [] : ofWeeks),
    yielded("yield30", slugs.monthYield, "30-day yield", simple),
    yielded("apy30e", "apy_30d_effective", "30-day APY", compounded),
    rate("ytm", slugs.yieldToMaturity, "Yield to maturity", toMaturity),
  ];
  return [
    ...(hasYields(asset) ? yields : []),
    lineOf({
      id: "growth",
      label: "Growth of 10,000",
      query: query("growth_of_10000"),
      unit: { kind: "money", per: 1, decimals: 2 },
      unitLine:
        "Value of US$ 10,000 invested at the first net asset value, with distributions reinvested",
      distributions,
    }),
    returned(
      "return1m",
      monthReturn.measure,
      monthReturn.label,
      `${growth} since the month before`,
    ),
    returned(
      "return12m",
      yearReturn.measure,
      yearReturn.label,
      `${growth} since twelve months before`,
    ),
    returned("return30", slugs.monthReturn, "30-day return", growth),
    returned("return90", "return_90d", "90-day return", growth),
    returned("return1y", "return_1y", "1-year return", growth),
    returned(
      "returnytd",
      "return_ytd",
      "Return this year",
      `${growth} since the start of the year`,
    ),
  ];
}

/** Groups of classes whose assets stand for something that has a market of its own. */
const withUnderlying = ["stocks", "commodities"];

/** The price of what a token stands for, and what the market pays beyond it. */
function underlyingOf(query: QueryBuilder): readonly ChartMeasure[] {
  return [
    lineOf({
      id: "underlying",
      label: "Underlying price",
      query: query("underlying_price_dollar"),
      unit: ofOneToken,
      unitLine: "US$ for what one token represents, at the close of its market",
    }),
    lineOf({
      id: "premium_to_underlying",
      label: "Premium to underlying",
      query: query("premium_to_underlying"),
      unit: percent,
      unitLine:
        "Percent above the close of the underlying on its trading days; below zero a discount",
    }),
    lineOf({
      id: "premium_market_closed",
      label: "Premium, market closed",
      query: query("premium_to_underlying_closed"),
      unit: percent,
      unitLine:
        "Percent above the last close of the underlying, on weekends and holidays of its market; below zero a discount",
    }),
  ];
}

/** The measures of the market. */
function traded(query: QueryBuilder, classGroup: string | null): readonly ChartMeasure[] {
  return [
    ...(classGroup !== null && withUnderlying.includes(classGroup) ? underlyingOf(query) : []),
    lineOf({
      id: "price",
      label: "Price",
      query: query(slugs.price),
      unit: ofOneToken,
      unitLine: "US$ per token, end of day UTC",
    }),
    lineOf({
      id: "premium",
      label: "Premium to NAV",
      query: query("premium_to_nav"),
      unit: percent,
      unitLine: "Percent above net asset value; below zero a discount",
    }),
    worthOf(query(slugs.marketValue), byNetwork, {
      id: "market",
      label: "Market value",
      unitLine: "US$, end of day UTC, circulating supply times price",
    }),
    lineOf({
      id: "turnover",
      label: "30-day turnover",
      query: query("turnover_30d"),
      unit: percent,
      unitLine: "30-day transfer volume, as a share of the average market value",
    }),
  ];
}

function flowsOf(query: QueryBuilder): readonly [ChartMeasure, ...ChartMeasure[]] {
  return [
    flowOf("transfers", "Transfer volume", query(slugs.transferred), byNetwork),
    flowOf("mints", "Mints", query(slugs.minted), byNetwork),
    flowOf("burns", "Burns", query(slugs.burned), byNetwork),
  ];
}

function addresses(
  id: string,
  measure: string,
  label: string,
  time: string,
  query: QueryBuilder,
): ChartMeasure {
  return lineOf({
    id,
    label,
    query: query(measure),
    unit: { kind: "count", noun: "addresses" },
    unitLine: `Addresses that sent or received in the ${time}, UTC`,
  });
}

function monthlyAddresses(query: QueryBuilder): ChartMeasure {
  const label = "Monthly active addresses";
  return addresses("addresses", slugs.monthlyAddresses, label, "month", query);
}

export function assetEntity(slug: string, asset: YieldFacts | null = null): Entity {
  const query = queriesOfAsset(slug);
  const distributions = query(distribution);
  const isCoin = asset?.class_group === "stablecoins";
  const value = query(isCoin ? slugs.pricedValue : slugs.value);
  const holders = level("Holders", query(slugs.holders), "count");
  const transferred: Figure = {
    kind: "flow",
    label: "Transfer volume, 30 days",
    query: query(slugs.transferred),
    unit: "money",
  };
  return {
    id: `asset-${slug}`,
    figures: [
      level("Value", value),
      level("NAV", query(slugs.netAssetValue), "price"),
      level("Price", query(slugs.price), "price"),
      // As many as were announced while they loaded, and the holders in their place; the transfer volume is among the activity.
      ...(isValuedMonthly(asset)
        ? [
            monthlyReturn(query, asset, monthReturn),
            holders,
            monthlyReturn(query, asset, yearReturn),
          ]
        : [growthOf(query, asset), holders, transferred]),
    ],
    charts: [
      worthOf(value, byNetwork, { unitLine: isCoin ? endOfDayPriced : endOfDay }),
      lineOf({
        id: "nav",
        label: "NAV",
        query: query(slugs.netAssetValue),
        unit: ofOneToken,
        unitLine: "US$ per token, as reported by the issuer",
        distributions,
      }),
      lineOf({
        id: "nav_own_currency",
        label: "NAV in own currency",
        query: query("net_asset_value_own_currency"),
        unit: {
          kind: "count",
          noun: asset?.denomination_currency ?? "units",
          per: 1,
          decimals: 4,
        },
        unitLine: "Currency of denomination per token, as reported by the issuer",
        distributions: query("distribution_per_unit_own_currency"),
      }),
      chartMeasure({
        id: "distributions",
        label: "Distributions",
        query: distributions,
        unit: ofOneToken,
        unitLine: "US$ per unit, on the ex-date",
        kind: "flow",
        groups: alone,
      }),
      ...earned(query, asset),
      ...traded(query, asset?.class_group ?? null),
      holdersOf(query(slugs.holders), byNetwork),
      ...flowsOf(query),
      monthlyAddresses(query),
    ],
  };
}

function came(
  label: string,
  measure: string,
  query: QueryBuilder,
  unit: "money" | "count",
): Figure {
  return { kind: "flow", label: `${label}, ${month} days`, query: query(measure), unit };
}

/** The activity of the tokens of an asset. */
export function assetActivity(slug: string): Entity {
  const query = queriesOfAsset(slug);
  const counted = (id: string, label: string, measure: string, noun: string): ChartMeasure => ({
    ...flowOf(id, label, query(measure), alone),
    unit: { kind: "count", noun },
    unitLine: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}, sum of daily values, UTC`,
  });
  const [transfers, ...minted] = flowsOf(query);
  return {
    id: `activity-${slug}`,
    prefix: "activity_",
    figures: [
      came("Mints", slugs.minted, query, "money"),
      came("Burns", slugs.burned, query, "money"),
      monthNetFlow(query(slugs.monthNetFlow)),
      came("Transfer volume", slugs.transferred, query, "money"),
      came("Transactions", slugs.transactions, query, "count"),
      level("Daily active addresses", query(slugs.dailyAddresses), "count"),
    ],
    charts: [
      transfers,
      ...minted,
      chartMeasure({
        id: "net",
        label: "Net flow",
        query: query(slugs.netFlow),
        unitLine: "US$, mints minus burns by day, UTC",
        kind: "flow",
        groups: alone,
      }),
      counted("minted", "Mints in units", "daily_mints_token", "units"),
      counted("burned", "Burns in units", "daily_burns_token", "units"),
      counted("transferred", "Transfer volume in units", "daily_transfer_volume_token", "units"),
      counted("transactions", "Transactions", slugs.transactions, "transactions"),
      addresses("daily", slugs.dailyAddresses, "Daily active addresses", "day", query),
      addresses(
        "weekly",
        "weekly_active_addresses_count",
        "Weekly active addresses",
        "week",
        query,
      ),
      monthlyAddresses(query),
    ],
  };
}
