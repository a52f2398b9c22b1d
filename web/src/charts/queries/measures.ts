import type { SeriesGroupBy } from "@/api/contract";
import { dimensionLabel } from "@/api/dimensions";
import { yieldConventions } from "../measures/yields";
import type { ChartUnit } from "../types";
import { type AggregateQuery, type Bucket, every, ofBucket, ofClasses } from "./aggregateQuery";
import type { ChartMeasure, Figure, Group, View } from "./market";

export const slugs = {
  netAssetValue: "net_asset_value_dollar",
  activeLoans: "outstanding_capital_dollar",
  originated: "cumulative_issued_amount_dollar",
  defaulted: "defaulted_loans_amount_dollar",
  late: "late_loans_amount_dollar",
  everDefaulted: "cumulative_defaulted_amount_dollar",
  recovered: "cumulative_recovered_amount_dollar",
  writtenOff: "cumulative_written_off_amount_dollar",
  resolved: "resolved_defaults_amount_dollar",
  holders: "holding_addresses_count",
  minted: "daily_mints_dollar",
  burned: "daily_burns_dollar",
  transferred: "daily_transfer_volume_dollar",
  price: "price_dollar",
  dailyAddresses: "daily_active_addresses_count",
  monthlyAddresses: "monthly_active_addresses_count",
  transactions: "number_of_daily_transactions_count",
  marketValue: "circulating_market_value_dollar",
  assetValue: "circulating_asset_value_dollar",
  pricedValue: "bridged_token_market_cap_dollar",
  value: "bridged_token_value_dollar",
  yieldToMaturity: "yield_to_maturity",
  capacity: "available_capacity_dollar",
  interest: "interest_rate",
  weekYield: "yield_7d",
  monthYield: "yield_30d",
  monthReturn: "return_30d",
} as const;

const money: ChartUnit = { kind: "money" };

/** A measure of the assets of some classes. */
export function assetsOf(
  classes: ReadonlyArray<string>,
  measure: string,
  weight?: string,
): AggregateQuery {
  const filter = ofClasses(classes);
  return { measure, subject: "asset", ...(filter && { filter }), ...(weight && { weight }) };
}

/** A measure of the tokens of some classes that can, or cannot, leave their platform. */
function tokensOf(classes: ReadonlyArray<string>, measure: string, bucket: Bucket): AggregateQuery {
  const filter = every([ofBucket(bucket), ofClasses(classes)]);
  return { measure, subject: "token", ...(filter && { filter }) };
}

/** Flows and groups of a page count what its headline counts. Stablecoins are not split by bucket. */
export function countedOf(classes: ReadonlyArray<string>, measure: string): AggregateQuery {
  if (classes.includes("stablecoins")) return assetsOf(classes, measure);
  return tokensOf(classes, measure, "distributed");
}

/** A measure of loans. */
export function loansOf(measure: string): AggregateQuery {
  return { measure, subject: "loan" };
}

function groupBy<By extends SeriesGroupBy>(by: By) {
  return { by, label: dimensionLabel(by) };
}

export const groups = {
  class: groupBy("asset_class"),
  asset: groupBy("asset"),
  network: groupBy("network"),
  platform: groupBy("platform"),
  issuer: groupBy("issuer"),
  manager: groupBy("manager"),
  country: groupBy("country"),
  none: groupBy("none"),
} as const satisfies Record<string, Group>;

/** The dimensions of assets, and of their tokens. */
export const ofAssets: ReadonlyArray<Group> = [
  groups.asset,
  groups.network,
  groups.platform,
  groups.issuer,
  groups.manager,
  groups.country,
  groups.none,
];

/** With the group that is shown first at the head. */
export function headed(first: Group, rest: ReadonlyArray<Group>): ReadonlyArray<Group> {
  return [first, ...rest.filter(({ by }) => by !== first.by)];
}

export function distributedValue(classes: ReadonlyArray<string>, first: Group): ChartMeasure {
  return {
    id: "distributed",
    label: "Distributed value",
    query: tokensOf(classes, slugs.value, "distributed"),
    unit: money,
    unitLine: "US$, end of day UTC, NAV-based",
    kind: "stock",
    groups: headed(first, ofAssets),
  };
}

export function representedValue(classes: ReadonlyArray<string>, first: Group): ChartMeasure {
  return {
    ...distributedValue(classes, first),
    id: "represented",
    label: "Represented value",
    query: tokensOf(classes, slugs.value, "represented"),
  };
}

/** A measure of whole assets. */
export function chartMeasure(
  part: Pick<ChartMeasure, "id" | "label" | "query" | "kind"> & Partial<ChartMeasure>,
): ChartMeasure {
  const flow = part.kind === "flow";
  return {
    unit: money,
    unitLine: flow ? "US$, sum of daily values, UTC" : "US$, end of day UTC",
    groups: ofAssets,
    ...part,
  };
}

export function transferVolume(classes: ReadonlyArray<string>): ChartMeasure {
  return chartMeasure({
    id: "transfers",
    label: "Transfer volume",
    query: assetsOf(classes, slugs.transferred),
    unitLine: "US$, sum of daily values, UTC. Without mints, burns and bridges.",
    kind: "flow",
  });
}

export function holdersMeasure(classes: ReadonlyArray<string>): ChartMeasure {
  return chartMeasure({
    id: "holders",
    label: "Holders",
    query: assetsOf(classes, slugs.holders),
    unit: { kind: "count", noun: "holders" },
    unitLine:
      "Addresses at the end of the day UTC. An address that holds several assets is counted once for each.",
    kind: "stock",
  });
}

/** " of distributed tokens", where these alone are counted. */
export function ofDistributed(classes: ReadonlyArray<string>): string {
  return classes.includes("stablecoins") ? "" : " of distributed tokens";
}

const countedTwice =
  "Not additive across assets: an address that holds several assets is counted once for each.";

export const figures = {
  distributed: (classes: ReadonlyArray<string>): Figure => ({
    kind: "level",
    label: "Distributed value",
    query: tokensOf(classes, slugs.value, "distributed"),
    unit: "money",
  }),
  represented: (classes: ReadonlyArray<string>): Figure => ({
    kind: "level",
    label: "Represented value",
    query: tokensOf(classes, slugs.value, "represented"),
    unit: "money",
  }),
  value: (classes: ReadonlyArray<string>, measure: string, label: string): Figure => ({
    kind: "level",
    label,
    query: assetsOf(classes, measure),
    unit: "money",
  }),
  holders: (classes: ReadonlyArray<string>, label = "Holders, by asset"): Figure => ({
    kind: "level",
    label,
    query: assetsOf(classes, slugs.holders),
    unit: "count",
    remark: countedTwice,
  }),
  transfers: (classes: ReadonlyArray<string>): Figure => ({
    kind: "flow",
    label: "Transfer volume, 30 days",
    query: assetsOf(classes, slugs.transferred),
    unit: "money",
  }),
  monthlyAddresses: (classes: ReadonlyArray<string>): Figure => ({
    kind: "most",
    label: "Monthly active addresses",
    query: assetsOf(classes, slugs.monthlyAddresses),
  }),
  netFlow: (classes: ReadonlyArray<string>, label = "Net flow, 30 days"): Figure => ({
    kind: "flow",
    label,
    query: countedOf(classes, slugs.minted),
    less: countedOf(classes, slugs.burned),
    unit: "money",
    remark: `Mints minus burns${ofDistributed(classes)}, at daily values.`,
  }),
  sevenDayYield: (classes: ReadonlyArray<string>): Figure => ({
    kind: "level",
    label: "7-day yield, by value",
    query: assetsOf(classes, slugs.weekYield),
    unit: "rate",
    remark: `Percent ${yieldConventions.yearly}, not compounded, weighted by value`,
  }),
  assets: (classes: ReadonlyArray<string>, label: string, distinct?: string): Figure => ({
    kind: "count",
    label,
    of: "assets",
    ...(distinct && { distinct }),
    ...(classes.length > 0 && {
      filter: { operator: "in", field: "asset_class_slug", value: [...classes] },
    }),
  }),
};

const networks: View = {
  id: "networks",
  label: "Networks",
  one: "Network",
  by: "network",
  subject: "token",
  all: { href: "/networks", label: "All networks" },
};
const platforms: View = {
  id: "platforms",
  label: "Platforms",
  one: "Platform",
  by: "platform",
  subject: "token",
  all: { href: "/platforms", label: "All platforms" },
};
const issuers: View = {
  id: "issuers",
  label: "Issuers",
  one: "Issuer",
  by: "issuer",
  subject: "token",
  all: { href: "/issuers", label: "All issuers" },
};
const managers: View = {
  id: "managers",
  label: "Managers",
  one: "Manager",
  by: "manager",
  subject: "token",
  all: { href: "/managers", label: "All managers" },
};
const assets: View = {
  id: "assets",
  label: "Assets",
  one: "Asset",
  by: "asset",
  subject: "token",
  all: { href: "/assets", label: "All assets" },
};
const classes: View = {
  id: "classes",
  label: "Classes",
  one: "Class",
  by: "asset_class",
  subject: "token",
  all: { href: "/asset_classes", label: "All classes" },
};
const countries: View = {
  id: "countries",
  label: "Countries",
  one: "Country",
  by: "country",
  subject: "token",
};

export const views = { networks, platforms, issuers, managers, assets, classes, countries };
