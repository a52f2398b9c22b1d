import type { Market } from "@/charts/queries/market";
import {
  assetsOf,
  chartMeasure,
  distributedValue,
  figures,
  groups,
  holdersMeasure,
  ofAssets,
  putGroupFirst,
  representedValue,
  slugs,
  transferVolume,
  views,
} from "@/charts/queries/measures";
import { benchmarks, policyRates } from "./benchmarks";

/** Everything that totals include. */
const all = null;
const stablecoins = "stablecoins";

const valued = { class: putGroupFirst(groups.class, ofAssets) };

export const overview: Market = {
  id: "overview",
  title: "Market overview",
  description:
    "Tokenized real-world assets at a glance: value, holders and flows by class, network and platform, and how each number was obtained.",
  lead: "Tokenized real-world assets, and how each number was obtained. Stablecoins are shown separately.",
  group: all,
  figures: [
    figures.distributed(all),
    figures.represented(all),
    figures.holders(all, "Holders, by asset"),
    figures.netFlow(all),
    figures.value(stablecoins, slugs.pricedValue, "Stablecoin value"),
    figures.holders(stablecoins, "Stablecoin holders"),
  ],
  charts: [
    withClasses(distributedValue(all, groups.class)),
    withClasses(representedValue(all, groups.class)),
    { ...holdersMeasure(all), groups: valued.class },
    { ...transferVolume(all), groups: valued.class },
    chartMeasure({
      id: "stablecoins",
      label: "Stablecoin value",
      query: assetsOf(stablecoins, slugs.pricedValue),
      unitLine: "US$, end of day UTC, price-based",
      kind: "stock",
    }),
  ],
  league: {
    measure: slugs.value,
    views: [
      views.networks,
      views.parentNetworks,
      views.classes,
      views.platforms,
      views.managers,
      views.issuers,
    ],
    buckets: true,
  },
  references: [
    benchmarks.fedFunds,
    benchmarks.bill3m,
    benchmarks.note10y,
    benchmarks.gold,
    benchmarks.euroDollar,
    benchmarks.dollar,
  ],
  referenceChart: policyRates,
};

function withClasses(chart: ReturnType<typeof distributedValue>) {
  return {
    ...chart,
    unitLine: `${chart.unitLine}, without stablecoins`,
    groups: [groups.class, ...chart.groups.filter(({ by }) => by !== "asset_class")],
  };
}
