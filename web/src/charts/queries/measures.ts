import type { SeriesGroupBy } from "@/api/contract";
import { dimensionLabel } from "@/api/dimensions";
import { week } from "@/lib/dates/day";
import { yieldConventions } from "@/lib/format/yieldConventions";
import type { ChartUnit } from "../types";
import {
  type AggregateQuery,
  type Bucket,
  type ClassGroup,
  every,
  ofBucket,
  ofGroup,
} from "./aggregateQuery";
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
  defaultRate: "defaulted_share_of_issued",
  lifetimeDefaultRate: "cumulative_default_rate",
  lossGivenDefault: "loss_given_default",
  holders: "holding_addresses_count",
  minted: "daily_mints_dollar",
  burned: "daily_burns_dollar",
  netFlow: "net_flow_dollar",
  weekNetFlow: "net_flow_7d_dollar",
  monthNetFlow: "net_flow_30d_dollar",
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

/** A measure of the assets of a group of classes. */
export function assetsOf(group: ClassGroup, measure: string, weight?: string): AggregateQuery {
  return { measure, subject: "asset", filter: ofGroup(group), ...(weight && { weight }) };
}

/** A measure of the tokens of a group of classes that can, or cannot, leave their platform. */
function tokensOf(group: ClassGroup, measure: string, bucket: Bucket): AggregateQuery {
  const filter = every([ofBucket(bucket), ofGroup(group)]);
  return { measure, subject: "token", ...(filter && { filter }) };
}

/** Flows and groups of a page count what its headline counts. Stablecoins are not split by bucket. */
export function countedOf(group: ClassGroup, measure: string): AggregateQuery {
  if (group === "stablecoins") return assetsOf(group, measure);
  return tokensOf(group, measure, "distributed");
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
  parentNetwork: groupBy("parent_network"),
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
  groups.parentNetwork,
  groups.platform,
  groups.issuer,
  groups.manager,
  groups.country,
  groups.none,
];

/** With the group that is shown first at the head. */
export function putGroupFirst(first: Group, rest: ReadonlyArray<Group>): ReadonlyArray<Group> {
  return [first, ...rest.filter(({ by }) => by !== first.by)];
}

export function distributedValue(group: ClassGroup, first: Group): ChartMeasure {
  return {
    id: "distributed",
    label: "Distributed value",
    query: tokensOf(group, slugs.value, "distributed"),
    unit: money,
    unitLine: "US$, end of day UTC, NAV-based",
    kind: "stock",
    groups: putGroupFirst(first, ofAssets),
  };
}

export function representedValue(group: ClassGroup, first: Group): ChartMeasure {
  return {
    ...distributedValue(group, first),
    id: "represented",
    label: "Represented value",
    query: tokensOf(group, slugs.value, "represented"),
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

export function transferVolume(group: ClassGroup): ChartMeasure {
  return chartMeasure({
    id: "transfers",
    label: "Transfer volume",
    query: assetsOf(group, slugs.transferred),
    unitLine: "US$, sum of daily values, UTC. Without mints, burns and bridges.",
    kind: "flow",
  });
}

export function holdersMeasure(group: ClassGroup): ChartMeasure {
  return chartMeasure({
    id: "holders",
    label: "Holders",
    query: assetsOf(group, slugs.holders),
    unit: { kind: "count", noun: "holders" },
    unitLine:
      "Addresses at the end of the day UTC. An address that holds several assets is counted once for each.",
    kind: "stock",
  });
}

/** " of distributed tokens", where these alone are counted. */
export function ofDistributed(group: ClassGroup): string {
  return group === "stablecoins" ? "" : " of distributed tokens";
}

/** The note on the days that a net flow covers. */
export const bothSides = "Days on which only one of the two is reported are excluded.";

/** The note on the members that a net flow over 7 or 30 days covers. */
export const bothSidesDaily =
  "Not available for an asset if only one of the two is reported on one of the days; totals exclude it and state their coverage.";

/** The measure of net flow over 7 or 30 days. */
export function netFlowOver(days: number): string {
  return days === week ? slugs.weekNetFlow : slugs.monthNetFlow;
}

/** The net flow over 30 days. */
export function monthNetFlow(
  query: AggregateQuery,
  label = "Net flow, 30 days",
  ofWhat = "",
): Figure {
  const remark = `Mints minus burns${ofWhat}, at daily values. ${bothSidesDaily}`;
  return { kind: "net", label, query, remark };
}

const countedTwice =
  "Not additive across assets: an address that holds several assets is counted once for each.";

export const figures = {
  distributed: (group: ClassGroup): Figure => ({
    kind: "level",
    label: "Distributed value",
    query: tokensOf(group, slugs.value, "distributed"),
    unit: "money",
  }),
  represented: (group: ClassGroup): Figure => ({
    kind: "level",
    label: "Represented value",
    query: tokensOf(group, slugs.value, "represented"),
    unit: "money",
  }),
  value: (group: ClassGroup, measure: string, label: string): Figure => ({
    kind: "level",
    label,
    query: assetsOf(group, measure),
    unit: "money",
  }),
  holders: (group: ClassGroup, label = "Holders, by asset"): Figure => ({
    kind: "level",
    label,
    query: assetsOf(group, slugs.holders),
    unit: "count",
    remark: countedTwice,
  }),
  transfers: (group: ClassGroup): Figure => ({
    kind: "flow",
    label: "Transfer volume, 30 days",
    query: assetsOf(group, slugs.transferred),
    unit: "money",
  }),
  monthlyAddresses: (group: ClassGroup): Figure => ({
    kind: "most",
    label: "Monthly active addresses",
    query: assetsOf(group, slugs.monthlyAddresses),
  }),
  netFlow: (group: ClassGroup, label?: string): Figure =>
    monthNetFlow(countedOf(group, slugs.monthNetFlow), label, ofDistributed(group)),
  sevenDayYield: (group: ClassGroup): Figure => ({
    kind: "level",
    label: "7-day yield, by value",
    query: assetsOf(group, slugs.weekYield),
    unit: "rate",
    remark: `Percent ${yieldConventions.simpleWeek}, weighted by value`,
  }),
  assets: (group: ClassGroup, label: string, distinct?: string): Figure => ({
    kind: "count",
    label,
    of: "assets",
    ...(distinct && { distinct }),
    ...(group !== null && { filter: ofGroup(group) }),
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
const parentNetworks: View = {
  id: "parent_networks",
  label: "Parent networks",
  one: "Parent network",
  by: "parent_network",
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

export const views = {
  networks,
  parentNetworks,
  platforms,
  issuers,
  managers,
  assets,
  classes,
  countries,
};
