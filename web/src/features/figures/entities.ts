import { findCondition, inTotals } from "@/api/headline";
import {
  activeLoans,
  defaultRate,
  lateAndTerm,
  lifetimeDefaults,
  outstandingLine,
} from "@/charts/figures/creditFigures";
import { outstandingPrincipal, totalOriginated } from "@/charts/measures/creditNames";
import type { YieldFacts } from "@/charts/measures/yields";
import { every, where } from "@/charts/queries/aggregateQuery";
import type { EntityKind } from "@/charts/queries/entityLabels";
import type { ChartedPage, ChartMeasure, Figure, Group } from "@/charts/queries/market";
import { groups, monthNetFlow, slugs } from "@/charts/queries/measures";
import { navBased } from "@/lib/format/valueBasis";
import { assetEntity } from "./assetEntity";
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

const distributed = findCondition("distributed");
const represented = where("tokenization_type", "equals", "represented");

const stablecoins = findCondition("stablecoins");

/** The value and the flows of the tokens of a network or platform. */
function tokenEntity(
  id: string,
  query: QueryBuilder,
  by: ReadonlyArray<Group>,
  further: ReadonlyArray<Figure>,
): Entity {
  return {
    id,
    figures: [
      level("Distributed value", query(slugs.value, distributed, inTotals)),
      level("Represented value", query(slugs.value, represented, inTotals)),
      level("Holders", query(slugs.holders, distributed, inTotals), "count"),
      ...further,
    ],
    charts: [
      worthOf(query(slugs.value, distributed, inTotals), by, {
        id: "distributed",
        label: "Distributed value",
        unitLine: `${endOfDay}. Without stablecoins and fiat currency.`,
      }),
      worthOf(query(slugs.value, represented, inTotals), by, {
        id: "represented",
        label: "Represented value",
      }),
      worthOf(query(slugs.pricedValue, stablecoins), by, {
        id: "stablecoins",
        label: "Stablecoin value",
        unitLine: endOfDayPriced,
      }),
      holdersOf(
        query(slugs.holders, distributed, inTotals),
        by,
        ". Without stablecoins and fiat currency.",
      ),
      {
        ...flowOf("transfers", "Transfer volume", query(slugs.transferred), by),
        unitLine: "US$, sum of daily values, UTC. With stablecoins.",
      },
    ],
  };
}

/** Real assets on a network that are no money, as the catalog knows them. */
function assetsOn(slug: string): Figure {
  const filter = every([
    where("network_slugs", "equals", slug),
    inTotals,
    where("is_sample", "equals", false),
  ]);
  return {
    kind: "count",
    label: "Real-world assets",
    of: "assets",
    note: "Excluding sample data",
    ...(filter && { filter }),
  };
}

function networkEntity(slug: string): Entity {
  const query = queriesAbout("token", where("network", "equals", slug));
  const by = [groups.class, groups.asset, groups.platform, groups.none];
  return tokenEntity(`network-${slug}`, query, by, [
    {
      kind: "flow",
      label: "Transfer volume, 30 days",
      query: query(slugs.transferred, distributed, inTotals),
      unit: "money",
      remark: "Of distributed tokens, without stablecoins and fiat currency.",
    },
    assetsOn(slug),
    level("Stablecoin value", query(slugs.pricedValue, stablecoins)),
  ]);
}

function platformEntity(slug: string): Entity {
  const query = queriesAbout("token", where("platform", "equals", slug));
  const by = [groups.asset, groups.network, groups.parentNetwork, groups.class, groups.none];
  return tokenEntity(`platform-${slug}`, query, by, [
    monthNetFlow(query(slugs.monthNetFlow, distributed, inTotals)),
  ]);
}

/** The assets of an issuer or a manager. */
function partyEntity(field: "issuer" | "manager", worth: string, slug: string): Entity {
  const query = queriesAbout("asset", where(field, "equals", slug));
  const by = [groups.asset, groups.network, groups.parentNetwork, groups.class, groups.none];
  return {
    id: `${field}-${slug}`,
    figures: [
      { ...level(worth, query(slugs.value)), remark: navBased },
      level("Holders", query(slugs.holders), "count"),
      monthNetFlow(query(slugs.monthNetFlow)),
    ],
    charts: [
      worthOf(query(slugs.value), by, { label: worth }),
      holdersOf(query(slugs.holders), by),
      flowOf("mints", "Mints", query(slugs.minted), by),
      flowOf("burns", "Burns", query(slugs.burned), by),
    ],
  };
}

const credit = "US$, end of day UTC";
const alone = [groups.none];

function originatedOf(query: QueryBuilder, by: ReadonlyArray<Group>): ChartMeasure {
  return worthOf(query(slugs.originated), by, {
    id: "originated",
    label: totalOriginated,
    unitLine: "US$, cumulative originations",
  });
}

function outstandingOf(query: QueryBuilder): ChartMeasure {
  return worthOf(query(slugs.activeLoans), alone, {
    id: "active",
    label: outstandingPrincipal,
    unitLine: credit,
  });
}

function protocolEntity(slug: string): Entity {
  const query = queriesAbout("loan", where("platform", "equals", slug));
  const by = [groups.network, groups.parentNetwork, groups.none];
  return {
    id: `protocol-${slug}`,
    figures: [
      activeLoans(query),
      level(totalOriginated, query(slugs.originated)),
      level("Defaulted amount", query(slugs.defaulted)),
      defaultRate(query),
      ...lifetimeDefaults(query),
    ],
    charts: [
      worthOf(query(slugs.activeLoans), by, {
        id: "active",
        label: outstandingPrincipal,
        unitLine: outstandingLine,
      }),
      originatedOf(query, by),
      worthOf(query(slugs.defaulted), by, {
        id: "defaulted",
        label: "Defaulted amount",
        unitLine: credit,
      }),
      ...lateAndTerm(query, by),
    ],
  };
}

/** The outstanding principal of one loan. */
export function loanPicture(slug: string): ChartedPage {
  const query = queriesAbout("loan", where("slug", "equals", slug));
  return {
    id: `loan-${slug}`,
    charts: [
      outstandingOf(query),
      worthOf(query(slugs.defaulted), alone, {
        id: "defaulted",
        label: "Defaulted",
        unitLine: credit,
      }),
      worthOf(query("days_past_due"), alone, {
        id: "overdue",
        label: "Days past due",
        unit: { kind: "count", noun: "days", per: 1, decimals: 0 },
        unitLine: "Days since the oldest unpaid payment was due, end of day UTC",
      }),
    ],
  };
}

/** The funding of one pool, and its remaining capacity. */
export function poolPicture(slug: string): ChartedPage {
  const query = queriesAbout("pool", where("slug", "equals", slug));
  return {
    id: `pool-${slug}`,
    charts: [
      outstandingOf(query),
      originatedOf(query, alone),
      worthOf(query(slugs.capacity), alone, {
        id: "capacity",
        label: "Available capacity",
        unitLine: credit,
      }),
      worthOf(query("cash_drag"), alone, {
        id: "cash_drag",
        label: "Cash drag",
        unit: { kind: "percent" },
        unitLine: "Percent of funding that is idle",
      }),
      worthOf(query("cumulative_default_rate"), alone, {
        id: "defaults",
        label: "Cumulative default rate",
        unit: { kind: "percent" },
        unitLine: "Percent of originated principal that ever went into default",
      }),
      worthOf(query("loss_given_default"), alone, {
        id: "loss",
        label: "Loss given default",
        unit: { kind: "percent" },
        unitLine: "Percent written off, of defaulted principal recovered or written off",
      }),
    ],
  };
}

/** The figures and charts of the pages of records, by their kind. */
export const entities: Readonly<
  Record<EntityKind, (slug: string, asset?: YieldFacts | null) => Entity>
> = {
  asset: assetEntity,
  network: networkEntity,
  platform: platformEntity,
  protocol: protocolEntity,
  issuer: (slug: string) => partyEntity("issuer", "Value issued", slug),
  manager: (slug: string) => partyEntity("manager", "Value managed", slug),
};
