import type { Reference, ReferenceChart } from "@/charts/queries/market";

const rate = "benchmark_rate";
const price = "benchmark_price_dollar";

function yields(slug: string, label: string): Reference {
  return { slug, measure: rate, label, unit: "rate" };
}

/** Series of public sources that ship with the product. */
export const benchmarks = {
  fedFunds: yields("fred-fedfunds", "Federal funds rate"),
  bill3m: yields("fred-dgs3mo", "3-month Treasury"),
  note2y: yields("fred-dgs2", "2-year Treasury"),
  note10y: yields("fred-dgs10", "10-year Treasury"),
  bond30y: yields("fred-dgs30", "30-year Treasury"),
  curve: yields("fred-t10y2y", "10-year less 2-year"),
  euro3m: yields("ecb-zero-m3", "Euro area, 3 months"),
  euro2y: yields("ecb-zero-y2", "Euro area, 2 years"),
  euro10y: yields("ecb-zero-y10", "Euro area, 10 years"),
  gold: { slug: "gold-usd-monthly", measure: price, label: "Gold, per ounce", unit: "quote" },
  wti: { slug: "fred-dcoilwtico", measure: price, label: "WTI crude, per barrel", unit: "quote" },
  brent: {
    slug: "fred-dcoilbrenteu",
    measure: price,
    label: "Brent crude, per barrel",
    unit: "quote",
  },
  dollar: {
    slug: "fred-dtwexbgs",
    measure: "benchmark_index",
    label: "Broad dollar index",
    unit: "index",
  },
  consumerPrices: {
    slug: "fred-cpiaucsl",
    measure: "benchmark_index",
    label: "U.S. consumer prices",
    unit: "index",
  },
  money: {
    slug: "fred-m2sl",
    measure: "benchmark_amount_dollar",
    label: "U.S. money stock M2",
    unit: "money",
  },
  reverseRepo: {
    slug: "fred-rrpontsyd",
    measure: "benchmark_amount_dollar",
    label: "Overnight reverse repo",
    unit: "money",
  },
  euroDollar: {
    slug: "ecb-eur-usd",
    measure: "units_per_euro",
    label: "US$ per euro",
    unit: "index",
  },
  euroPound: {
    slug: "ecb-eur-gbp",
    measure: "units_per_euro",
    label: "Pounds per euro",
    unit: "index",
  },
} as const satisfies Record<string, Reference>;

type Benchmark = (typeof benchmarks)[keyof typeof benchmarks];

function linesOf(...references: readonly Benchmark[]): ReferenceChart["lines"] {
  return references.map(({ slug, measure, label }) => ({ slug, measure, name: label }));
}

const yearly = {
  unit: { kind: "percent" },
  unitLine: "Percent per year",
  interval: "week",
} as const;

export const treasuryYields: ReferenceChart = {
  ...yearly,
  title: "Treasury yields",
  lines: linesOf(benchmarks.bill3m, benchmarks.note2y, benchmarks.note10y, benchmarks.bond30y),
};

export const policyRates: ReferenceChart = {
  ...yearly,
  title: "Policy rate and Treasury yields",
  interval: "month",
  lines: linesOf(benchmarks.fedFunds, benchmarks.bill3m, benchmarks.note10y),
};

export const euroYields: ReferenceChart = {
  ...yearly,
  title: "Euro area government rates",
  unitLine: "Percent per year, zero rates, continuous compounding",
  lines: linesOf(benchmarks.euro3m, benchmarks.euro2y, benchmarks.euro10y),
};

export const goldPrice: ReferenceChart = {
  title: "Gold price",
  unitLine: "US$ per troy ounce, average of the month",
  unit: { kind: "money", per: 1, decimals: 0 },
  interval: "month",
  lines: linesOf(benchmarks.gold),
};

export const mortgageRates: ReferenceChart = {
  ...yearly,
  title: "Long Treasury yields",
  lines: linesOf(benchmarks.note10y, benchmarks.bond30y),
};
