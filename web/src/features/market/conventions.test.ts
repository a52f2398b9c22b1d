import { expect, it } from "vitest";
import { loanFigures } from "@/charts/figures/creditFigures";
import { measureOf } from "@/charts/measures/measures";
import type { YieldFacts } from "@/charts/measures/yields";
import type { EntityKind } from "@/charts/queries/entityLabels";
import type { Figure, Market } from "@/charts/queries/market";
import { entities } from "@/features/figures/entities";
import { assetNumberColumns } from "@/lists/listings/assetNumberColumns";
import declared from "../../../../proto/declared/yield_conventions.json";
import * as classMarkets from "./markets/classMarkets";
import { privateCredit } from "./markets/creditMarket";
import { overview } from "./markets/overviewMarket";

const conventions = new Map(
  Object.values(declared).flatMap(({ convention, measures }) =>
    measures.map((measure) => [measure, convention] as const),
  ),
);

const markets: ReadonlyArray<Market> = [...Object.values(classMarkets), privateCredit, overview];
const dollarFund: YieldFacts = {
  asset_class_slug: "us-treasury-debt",
  class_group: "treasuries",
  is_yield_bearing: true,
  denomination_currency: "USD",
  peg_currency: null,
};
const kinds = Object.keys(entities) as EntityKind[];
const figures: ReadonlyArray<Figure> = [
  ...markets.flatMap((market) => market.figures),
  ...kinds.flatMap((kind) => entities[kind]("alder").figures),
  ...entities.asset("alder", dollarFund).figures,
  ...entities.asset("alder", { ...dollarFund, asset_class_slug: "real-estate" }).figures,
  ...loanFigures,
];

it("stands with every yield and return that a list shows", () => {
  const shown = assetNumberColumns.filter(({ id }) => conventions.has(id));
  for (const { id, description } of shown) {
    expect(description, id).toContain(conventions.get(id));
  }
  expect(shown.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["yield_7d", "yield_to_maturity", "return_1y", "rental_yield"]),
  );
});

it("stands with every yield and return that a tile shows", () => {
  const shown = figures.flatMap((figure) =>
    "query" in figure && conventions.has(figure.query.measure) ? [figure] : [],
  );
  for (const { label, query, remark } of shown) {
    expect(remark, label).toContain(conventions.get(query.measure));
  }
  expect(new Set(shown.map(({ query }) => query.measure))).toEqual(
    new Set(["yield_7d", "return_30d", "return_1m", "return_12m", "yield_to_maturity"]),
  );
});

it("stands with the weight of every average that is not weighted by value", () => {
  for (const figure of figures) {
    if (figure.kind !== "level" || measureOf(figure.query.measure)?.combining !== "average")
      continue;
    expect(figure.label.endsWith(", by value") && figure.query.weight).not.toBe(
      "outstanding_capital_dollar",
    );
  }
});
