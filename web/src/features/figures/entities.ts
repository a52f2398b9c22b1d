import { conditionNamed, headlineClasses } from "@/api/headline";
import { activeLoans, defaultRate, lateAndTerm, owedLine } from "@/charts/figures/creditFigures";
import { every, where } from "@/charts/queries/ask";
import type { EntityKind } from "@/charts/queries/entityLabels";
import type { ChartMeasure, Figure, Group, Pictured } from "@/charts/queries/market";
import { groups, slugs } from "@/charts/queries/measures";
import { assetEntity } from "./assetEntity";
import {
  type Asker,
  asker,
  type Entity,
  endOfDay,
  endOfDayPriced,
  flowOf,
  holdersOf,
  level,
  worthOf,
} from "./entityMeasures";

const distributed = conditionNamed("distributed");
const represented = where("tokenization_type", "equals", "represented");

const stablecoins = conditionNamed("stablecoins");

/** The value and the flows of the tokens of a network or platform. */
function tokenEntity(
  id: string,
  ask: Asker,
  by: ReadonlyArray<Group>,
  further: ReadonlyArray<Figure>,
): Entity {
  return {
    id,
    figures: [
      level("Distributed value", ask(slugs.value, distributed, ...headlineClasses)),
      level("Represented value", ask(slugs.value, represented, ...headlineClasses)),
      level("Holders", ask(slugs.holders, distributed, ...headlineClasses), "count"),
      ...further,
    ],
    drawn: [
      worthOf(ask(slugs.value, distributed, ...headlineClasses), by, {
        id: "distributed",
        label: "Distributed value",
        unitLine: `${endOfDay}. Without stablecoins and fiat currency.`,
      }),
      worthOf(ask(slugs.value, represented, ...headlineClasses), by, {
        id: "represented",
        label: "Represented value",
      }),
      worthOf(ask(slugs.pricedValue, stablecoins), by, {
        id: "stablecoins",
        label: "Stablecoin value",
        unitLine: endOfDayPriced,
      }),
      holdersOf(
        ask(slugs.holders, distributed, ...headlineClasses),
        by,
        ". Without stablecoins and fiat currency.",
      ),
      {
        ...flowOf("transfers", "Transfer volume", ask(slugs.transferred), by),
        unitLine: "US$, sum of daily values, UTC. With stablecoins.",
      },
    ],
  };
}

/** Real assets on a network that are no money, as the catalog knows them. */
function assetsOn(slug: string): Figure {
  const filter = every([
    where("network_slugs", "equals", slug),
    ...headlineClasses.map((condition) => ({ ...condition, field: "asset_class_slug" })),
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
  const ask = asker("token", where("network", "equals", slug));
  const by = [groups.class, groups.asset, groups.platform, groups.none];
  return tokenEntity(`network-${slug}`, ask, by, [
    {
      kind: "flow",
      label: "Transfer volume, 30 days",
      ask: ask(slugs.transferred, distributed, ...headlineClasses),
      unit: "money",
      remark: "Of distributed tokens, without stablecoins and fiat currency.",
    },
    assetsOn(slug),
    level("Stablecoin value", ask(slugs.pricedValue, stablecoins)),
  ]);
}

function platformEntity(slug: string): Entity {
  const ask = asker("token", where("platform", "equals", slug));
  const by = [groups.asset, groups.network, groups.class, groups.none];
  return tokenEntity(`platform-${slug}`, ask, by, [
    {
      kind: "flow",
      label: "Net flow, 30 days",
      ask: ask(slugs.minted, distributed, ...headlineClasses),
      less: ask(slugs.burned, distributed, ...headlineClasses),
      unit: "money",
    },
  ]);
}

function issuerEntity(slug: string): Entity {
  const ask = asker("asset", where("issuer", "equals", slug));
  const by = [groups.asset, groups.network, groups.class, groups.none];
  return {
    id: `issuer-${slug}`,
    figures: [
      level("Value issued", ask(slugs.value)),
      level("Holders", ask(slugs.holders), "count"),
      {
        kind: "flow",
        label: "Net flow, 30 days",
        ask: ask(slugs.minted),
        less: ask(slugs.burned),
        unit: "money",
      },
    ],
    drawn: [
      worthOf(ask(slugs.value), by, { label: "Value issued" }),
      holdersOf(ask(slugs.holders), by),
      flowOf("mints", "Mints", ask(slugs.minted), by),
      flowOf("burns", "Burns", ask(slugs.burned), by),
    ],
  };
}

const credit = "US$, end of day UTC";
const alone = [groups.none];

function originatedOf(ask: Asker, by: ReadonlyArray<Group>): ChartMeasure {
  return worthOf(ask(slugs.originated), by, {
    id: "originated",
    label: "Total originated",
    unitLine: "US$, cumulative originations",
  });
}

function outstandingOf(ask: Asker): ChartMeasure {
  return worthOf(ask(slugs.activeLoans), alone, {
    id: "active",
    label: "Outstanding",
    unitLine: credit,
  });
}

function protocolEntity(slug: string): Entity {
  const ask = asker("loan", where("platform", "equals", slug));
  const by = [groups.network, groups.none];
  return {
    id: `protocol-${slug}`,
    figures: [
      activeLoans(ask),
      level("Total originated", ask(slugs.originated)),
      level("Defaulted amount", ask(slugs.defaulted)),
      defaultRate(ask),
    ],
    drawn: [
      worthOf(ask(slugs.activeLoans), by, {
        id: "active",
        label: "Outstanding loans",
        unitLine: owedLine,
      }),
      originatedOf(ask, by),
      worthOf(ask(slugs.defaulted), by, {
        id: "defaulted",
        label: "Defaulted amount",
        unitLine: credit,
      }),
      ...lateAndTerm(ask, by),
    ],
  };
}

/** The outstanding principal of one loan. */
export function loanPicture(slug: string): Pictured {
  const ask = asker("loan", where("slug", "equals", slug));
  return {
    id: `loan-${slug}`,
    drawn: [
      outstandingOf(ask),
      worthOf(ask(slugs.defaulted), alone, {
        id: "defaulted",
        label: "Defaulted",
        unitLine: credit,
      }),
    ],
  };
}

/** The funding of one pool, and its remaining capacity. */
export function poolPicture(slug: string): Pictured {
  const ask = asker("pool", where("slug", "equals", slug));
  return {
    id: `pool-${slug}`,
    drawn: [
      outstandingOf(ask),
      originatedOf(ask, alone),
      worthOf(ask(slugs.capacity), alone, {
        id: "capacity",
        label: "Available capacity",
        unitLine: credit,
      }),
      worthOf(ask("cash_drag"), alone, {
        id: "idle",
        label: "Cash drag",
        unit: { kind: "percent" },
        unitLine: "Percent of funding that is idle",
      }),
    ],
  };
}

/** The figures and charts of the pages of records, by their kind. */
export const entities: Readonly<
  Record<EntityKind, (slug: string, classSlug?: string | null) => Entity>
> = {
  asset: assetEntity,
  network: networkEntity,
  platform: platformEntity,
  protocol: protocolEntity,
  issuer: issuerEntity,
};
