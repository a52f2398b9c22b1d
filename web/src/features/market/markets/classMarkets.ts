import type { ClassGroup } from "@/charts/queries/aggregateQuery";
import type { ChartMeasure, League, Market } from "@/charts/queries/market";
import {
  assetsOf,
  chartMeasure,
  countedOf,
  distributedValue,
  figures,
  groups,
  holdersMeasure,
  ofAssets,
  ofDistributed,
  putGroupFirst,
  representedValue,
  slugs,
  transferVolume,
  views,
} from "@/charts/queries/measures";
import { yieldConventions } from "@/lib/format/yieldConventions";
import {
  benchmarks,
  euroYields,
  goldPrice,
  mortgageRates,
  policyRates,
  treasuryYields,
} from "./benchmarks";
import {
  activeAddresses,
  netFlow,
  premiums,
  prices,
  unitsOutstanding,
  yieldMeasures,
} from "./furtherMeasures";

function mints(group: ClassGroup): ChartMeasure {
  return chartMeasure({
    id: "mints",
    label: "Mints",
    query: countedOf(group, slugs.minted),
    unitLine: `US$, sum of daily values${ofDistributed(group)}, UTC, at daily values`,
    kind: "flow",
  });
}

function burns(group: ClassGroup): ChartMeasure {
  const query = countedOf(group, slugs.burned);
  return { ...mints(group), id: "burns", label: "Burns", query };
}

const bothKinds = "distributed and represented";

/** The market value of the circulating tokens. */
function marketValue(group: ClassGroup, first: ChartMeasure["groups"][number]): ChartMeasure {
  return chartMeasure({
    id: "market",
    label: "Market value",
    query: assetsOf(group, slugs.marketValue),
    unitLine: `US$, end of day UTC, circulating supply times price, ${bothKinds}`,
    kind: "stock",
    groups: putGroupFirst(first, ofAssets),
  });
}

/** The net asset value of the circulating tokens. */
function assetValue(group: ClassGroup, first: ChartMeasure["groups"][number]): ChartMeasure {
  return chartMeasure({
    id: "value",
    label: "Circulating value",
    query: assetsOf(group, slugs.assetValue),
    unitLine: `US$, end of day UTC, circulating supply times net asset value, ${bothKinds}`,
    kind: "stock",
    groups: putGroupFirst(first, ofAssets),
  });
}

const flows = (group: ClassGroup, net?: string) => [
  transferVolume(group),
  netFlow(group, net),
  mints(group),
  burns(group),
];
const tokenViews: League["views"] = [
  views.assets,
  views.networks,
  views.platforms,
  views.issuers,
  views.managers,
];

const coin = "stablecoins";
export const stablecoins: Market = {
  id: "stablecoins",
  title: "Stablecoins",
  description:
    "Tokens that aim to hold a fixed value: market value, holders, transfer volume and net mints.",
  lead: "Tokens that aim to hold a fixed value against a currency or an index.",
  group: coin,
  figures: [
    figures.value(coin, slugs.pricedValue, "Market value"),
    figures.holders(coin),
    figures.transfers(coin),
    figures.netFlow(coin, "Net mints, 30 days"),
    figures.monthlyAddresses(coin),
    figures.assets(coin, "Stablecoins"),
  ],
  charts: [
    chartMeasure({
      id: "market",
      label: "Market value",
      query: assetsOf(coin, slugs.pricedValue),
      unitLine: "US$, end of day UTC, price-based, excluding tokens locked in bridges",
      kind: "stock",
    }),
    holdersMeasure(coin),
    ...flows(coin, "Net mints"),
    ...activeAddresses(coin),
  ],
  league: {
    measure: slugs.pricedValue,
    views: [
      { ...views.assets, subject: "asset" },
      { ...views.networks, subject: "asset" },
      { ...views.platforms, subject: "asset" },
      { ...views.issuers, subject: "asset" },
    ],
    buckets: false,
  },
  references: [
    benchmarks.euroDollar,
    benchmarks.euroPound,
    benchmarks.dollar,
    benchmarks.bill3m,
    benchmarks.money,
    benchmarks.reverseRepo,
  ],
  referenceChart: policyRates,
  special: "peg",
  module: "pegs",
};

const treasury = "treasuries";
export const treasuries: Market = {
  id: "treasuries",
  title: "U.S. Treasuries",
  description:
    "Tokenized U.S. government debt: value, holders, yields, fees and net flows of funds, bills and notes.",
  lead: "Tokenized U.S. government debt of short and long maturity: money-market funds, bill funds and notes.",
  group: treasury,
  figures: [
    figures.distributed(treasury),
    figures.represented(treasury),
    figures.holders(treasury),
    figures.sevenDayYield(treasury),
    figures.assets(treasury, "Products"),
    figures.netFlow(treasury),
  ],
  charts: [
    distributedValue(treasury, groups.asset),
    representedValue(treasury, groups.asset),
    ...yieldMeasures(treasury),
    holdersMeasure(treasury),
    ...flows(treasury),
  ],
  league: { measure: slugs.value, views: tokenViews, buckets: true },
  references: [
    benchmarks.fedFunds,
    benchmarks.bill3m,
    benchmarks.note2y,
    benchmarks.note10y,
    benchmarks.bond30y,
    benchmarks.curve,
  ],
  referenceChart: treasuryYields,
  special: "yields",
  module: "domiciles",
};

const bond = "global-bonds";
const yieldToMaturityLine = `Percent ${yieldConventions.toMaturity}, weighted by value`;
export const globalBonds: Market = {
  id: "global-bonds",
  title: "Global bonds",
  description:
    "Tokenized government, municipal and corporate bonds outside of U.S. Treasuries: value, yields, issuers and countries.",
  lead: "Tokenized debt of other governments, municipalities and companies.",
  group: bond,
  figures: [
    figures.distributed(bond),
    figures.represented(bond),
    {
      kind: "level",
      label: "Yield to maturity, by value",
      query: assetsOf(bond, slugs.yieldToMaturity, slugs.value),
      unit: "rate",
      remark: yieldToMaturityLine,
    },
    figures.holders(bond),
    figures.assets(bond, "Issuers", "issuer_slug"),
    figures.assets(bond, "Countries", "country_code"),
  ],
  charts: [
    withClass(distributedValue(bond, groups.class)),
    withClass(representedValue(bond, groups.class)),
    withClass(assetValue(bond, groups.class)),
    chartMeasure({
      id: "yield",
      label: "Yield to maturity",
      query: assetsOf(bond, slugs.yieldToMaturity, slugs.value),
      unit: { kind: "percent" },
      unitLine: yieldToMaturityLine,
      kind: "stock",
      style: "line",
    }),
    holdersMeasure(bond),
    ...flows(bond),
  ],
  league: {
    measure: slugs.value,
    views: [views.assets, views.countries, views.networks, views.issuers, views.platforms],
    buckets: true,
  },
  references: [
    benchmarks.euro3m,
    benchmarks.euro2y,
    benchmarks.euro10y,
    benchmarks.note10y,
    benchmarks.euroDollar,
    benchmarks.euroPound,
  ],
  referenceChart: euroYields,
  module: "bonds",
};

const commodity = "commodities";
export const commodities: Market = {
  id: "commodities",
  title: "Commodities",
  description:
    "Tokens backed by physical goods: value, holders, transfer volume, and the prices of the goods themselves.",
  lead: "Tokens backed by physical goods such as gold, silver, energy or carbon units.",
  group: commodity,
  figures: [
    figures.distributed(commodity),
    figures.represented(commodity),
    figures.holders(commodity),
    figures.transfers(commodity),
    figures.netFlow(commodity),
    { kind: "benchmark", ...benchmarks.gold },
  ],
  charts: [
    distributedValue(commodity, groups.asset),
    representedValue(commodity, groups.asset),
    marketValue(commodity, groups.asset),
    ...premiums(commodity, groups.asset),
    prices(commodity, [benchmarks.gold.slug]),
    unitsOutstanding(commodity),
    holdersMeasure(commodity),
    ...flows(commodity),
  ],
  league: { measure: slugs.value, views: tokenViews, buckets: true },
  references: [
    benchmarks.gold,
    benchmarks.wti,
    benchmarks.brent,
    benchmarks.consumerPrices,
    benchmarks.dollar,
    benchmarks.note10y,
  ],
  referenceChart: goldPrice,
  module: "commodities",
};

const fund = "institutional-funds";
export const institutionalFunds: Market = {
  id: "institutional-funds",
  title: "Institutional funds",
  description:
    "Tokenized shares of funds for professional investors: value, net asset values and their age, holders and flows.",
  lead: "Tokenized shares of hedge, basis, venture and multi-strategy funds.",
  group: fund,
  figures: [
    figures.distributed(fund),
    figures.represented(fund),
    figures.assets(fund, "Funds"),
    figures.assets(fund, "Managers", "manager_slug"),
    figures.holders(fund),
    {
      kind: "age",
      label: "Median age of the NAV",
      query: assetsOf(fund, slugs.netAssetValue),
    },
  ],
  charts: [
    distributedValue(fund, groups.manager),
    representedValue(fund, groups.manager),
    assetValue(fund, groups.manager),
    holdersMeasure(fund),
    ...flows(fund),
  ],
  league: {
    measure: slugs.value,
    views: [views.assets, views.managers, views.networks, views.platforms, views.issuers],
    buckets: true,
  },
  references: [
    benchmarks.fedFunds,
    benchmarks.bill3m,
    benchmarks.note10y,
    benchmarks.dollar,
    benchmarks.gold,
    benchmarks.euroDollar,
  ],
  referenceChart: policyRates,
  module: "ages",
};

const share = "stocks";
export const stocks: Market = {
  id: "stocks",
  title: "Stocks",
  description:
    "Tokens that track listed shares and exchange-traded funds: value, transfer volume, holders and flows.",
  lead: "Tokens that track listed shares or exchange-traded funds.",
  group: share,
  figures: [
    figures.distributed(share),
    figures.represented(share),
    figures.transfers(share),
    figures.monthlyAddresses(share),
    figures.holders(share),
    figures.assets(share, "Underlyings", "underlying_ticker"),
  ],
  charts: [
    distributedValue(share, groups.platform),
    representedValue(share, groups.platform),
    marketValue(share, groups.platform),
    ...premiums(share, groups.platform),
    holdersMeasure(share),
    ...activeAddresses(share),
    ...flows(share),
  ],
  league: { measure: slugs.value, views: tokenViews, buckets: true },
  references: [
    benchmarks.note10y,
    benchmarks.fedFunds,
    benchmarks.dollar,
    benchmarks.euroDollar,
    benchmarks.consumerPrices,
    benchmarks.gold,
  ],
  referenceChart: policyRates,
  module: "wrappers",
};

const property = "real-estate";
export const realEstate: Market = {
  id: "real-estate",
  title: "Real estate",
  description:
    "Tokenized property and the companies that own it: value, holders, countries and flows.",
  lead: "Tokenized claims on property, or on companies that own property.",
  group: property,
  figures: [
    figures.distributed(property),
    figures.represented(property),
    figures.assets(property, "Properties and funds"),
    figures.holders(property),
    figures.assets(property, "Countries", "country_code"),
    figures.netFlow(property),
  ],
  charts: [
    distributedValue(property, groups.platform),
    representedValue(property, groups.platform),
    assetValue(property, groups.platform),
    holdersMeasure(property),
    ...flows(property),
  ],
  league: {
    measure: slugs.value,
    views: [views.assets, views.platforms, views.countries, views.networks, views.issuers],
    buckets: true,
  },
  references: [
    benchmarks.bond30y,
    benchmarks.note10y,
    benchmarks.fedFunds,
    benchmarks.consumerPrices,
    benchmarks.euro10y,
    benchmarks.euroDollar,
  ],
  referenceChart: mortgageRates,
  module: "places",
};

function withClass(chart: ChartMeasure): ChartMeasure {
  return { ...chart, groups: putGroupFirst(groups.class, chart.groups) };
}
