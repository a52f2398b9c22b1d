import { outstandingPrincipal, totalOriginated } from "@/charts/measures/creditNames";
import type { ClassGroup } from "@/charts/queries/aggregateQuery";
import type { ChartMeasure, Group } from "@/charts/queries/market";
import {
  assetsOf,
  chartMeasure,
  countedOf,
  groups,
  loansOf,
  ofAssets,
  ofDistributed,
  putGroupFirst,
  slugs,
} from "@/charts/queries/measures";
import { yieldConventions } from "@/lib/format/yieldConventions";
import { benchmarks } from "./benchmarks";

const alone: readonly Group[] = [groups.asset];
const percent = { kind: "percent" } as const;
/** The risk-free rates. */
const riskFree = [benchmarks.fedFunds.slug, benchmarks.bill3m.slug];

/** Mints minus burns. */
export function netFlow(group: ClassGroup, label = "Net flow"): ChartMeasure {
  return chartMeasure({
    id: "net",
    label,
    query: countedOf(group, slugs.netFlow),
    unitLine: `US$, mints minus burns${ofDistributed(group)}, UTC, at daily values`,
    kind: "flow",
  });
}

function yieldOf(
  group: ClassGroup,
  { id, label, measure, convention }: Record<"id" | "label" | "measure" | "convention", string>,
): ChartMeasure {
  return chartMeasure({
    id,
    label,
    query: assetsOf(group, measure),
    unit: percent,
    unitLine: `Percent ${convention}, weighted by value`,
    kind: "stock",
    benchmarks: riskFree,
  });
}

/** Simple yields and compounded ones. */
export function yieldMeasures(group: ClassGroup): readonly ChartMeasure[] {
  return [7, 30].flatMap((days) => [
    yieldOf(group, {
      id: `yield${days}`,
      label: `${days}-day yield`,
      measure: days === 7 ? slugs.weekYield : slugs.monthYield,
      convention: days === 7 ? yieldConventions.simpleWeek : yieldConventions.simple,
    }),
    yieldOf(group, {
      id: `apy${days}e`,
      label: `${days}-day APY`,
      measure: `apy_${days}d_effective`,
      convention: yieldConventions.compounded,
    }),
  ]);
}

function premium(
  group: ClassGroup,
  first: Group,
  { id, label, measure, over }: Record<"id" | "label" | "measure" | "over", string>,
): ChartMeasure {
  return chartMeasure({
    id,
    label,
    query: assetsOf(group, measure),
    unit: percent,
    unitLine: `Percent above ${over}, weighted by value; below zero a discount`,
    kind: "stock",
    groups: putGroupFirst(first, ofAssets),
  });
}

/** By how much the market pays more than what a token stands for: while the market of that is open, and while it is closed. */
export function premiums(group: ClassGroup, first: Group): readonly ChartMeasure[] {
  return [
    premium(group, first, {
      id: "premium",
      label: "Premium to underlying",
      measure: "premium_to_underlying",
      over: "the close of the underlying on its trading days",
    }),
    premium(group, first, {
      id: "premium_market_closed",
      label: "Premium, market closed",
      measure: "premium_to_underlying_closed",
      over: "the last close of the underlying, on weekends and holidays of its market",
    }),
    premium(group, first, {
      id: "premium_to_nav",
      label: "Premium to NAV",
      measure: "premium_to_nav",
      over: "net asset value",
    }),
  ];
}

/** Prices of tokens, whose units differ: every line starts at 100. */
export function prices(group: ClassGroup, lines: ChartMeasure["benchmarks"] = []): ChartMeasure {
  return chartMeasure({
    id: "price",
    label: "Price",
    query: assetsOf(group, slugs.price),
    unit: { kind: "money", per: 1, decimals: 4 },
    unitLine: "US$ per token, end of day UTC",
    kind: "stock",
    groups: alone,
    scale: "index",
    benchmarks: lines,
  });
}

/** How much there is in units of the goods or shares, which differ between assets. */
export function unitsOutstanding(group: ClassGroup): ChartMeasure {
  return chartMeasure({
    id: "units",
    label: "Units outstanding",
    query: assetsOf(group, "total_supply_token"),
    unit: { kind: "count", noun: "units" },
    unitLine: "Tokens, end of day UTC, in the unit of each token",
    kind: "stock",
    groups: alone,
    apart: true,
  });
}

/** Addresses of a day and of a month: those of several assets cannot be added up. */
export function activeAddresses(group: ClassGroup): readonly ChartMeasure[] {
  const daily = chartMeasure({
    id: "active",
    label: "Active addresses",
    query: assetsOf(group, slugs.dailyAddresses),
    unit: { kind: "count", noun: "addresses" },
    unitLine: "Addresses that sent or received on the day UTC",
    kind: "stock",
    groups: alone,
  });
  const monthly = {
    id: "addresses",
    label: "Monthly active addresses",
    query: assetsOf(group, slugs.monthlyAddresses),
    unitLine: "Addresses that sent or received in the month, UTC",
  };
  return [daily, { ...daily, ...monthly }];
}

/** The interest rate of loans, beside benchmark rates. */
export function loanRate(by: readonly Group[]): ChartMeasure {
  return chartMeasure({
    id: "rate",
    label: "Base APR",
    query: { ...loansOf(slugs.interest), weight: slugs.activeLoans },
    unit: percent,
    unitLine: "Percent per year, weighted by outstanding principal",
    kind: "stock",
    groups: by,
    benchmarks: riskFree,
  });
}

/** The new originations of each month. */
export function newLoans(by: readonly Group[]): ChartMeasure {
  return chartMeasure({
    id: "new",
    label: "New loans",
    query: loansOf(slugs.originated),
    unitLine: "US$, new originations, UTC",
    kind: "stock",
    groups: by,
    fixed: "flow",
    interval: "month",
  });
}

/** The status of cumulative originations. */
export function loansByStatus(): ChartMeasure {
  const originated = loansOf(slugs.originated);
  return chartMeasure({
    id: "status",
    label: "Loans by status",
    query: originated,
    unitLine: "US$, end of day UTC, cumulative originations",
    kind: "stock",
    groups: [{ by: "none", label: "Status" }],
    fixed: "level",
    nested: [
      {
        id: "returned",
        query: originated,
        whole: totalOriginated,
        label: "Repaid or written off",
      },
      {
        id: "performing",
        query: loansOf(slugs.activeLoans),
        whole: outstandingPrincipal,
        label: "Outstanding, not in default",
      },
      {
        id: "default",
        query: loansOf(slugs.defaulted),
        whole: "Defaulted amount",
        label: "In default",
      },
    ],
  });
}
