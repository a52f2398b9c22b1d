import { describe, expect, it } from "vitest";
import type { Market } from "@/charts/queries/market";
import { countedOf } from "@/charts/queries/measures";
import { flowRequests } from "../rankings/flows";
import { leagueFilter } from "../rankings/league";
import * as classMarkets from "./classMarkets";
import { privateCredit } from "./creditMarket";
import { overview } from "./overviewMarket";

const classes = Object.entries(classMarkets) as ReadonlyArray<[string, Market]>;
const all = [...classes, ["privateCredit", privateCredit], ["overview", overview]] as const;
const bucketed = all.filter(([, { league }]) => league.buckets);

describe("what a page counts", () => {
  it.each(bucketed)("is one scope for the ranking, the flows and the parts of %s", (_, market) => {
    const [view] = market.league.views;
    const ranked = leagueFilter(market, { view, bucket: "distributed" });
    for (const { filter, subject_kind: kind } of flowRequests(market, "2026-11-19", 30)) {
      expect(kind).toBe("token");
      expect(filter).toEqual(ranked);
    }
    const parts = countedOf(market.group, market.league.measure);
    expect(parts).toMatchObject({ subject: "token", filter: ranked });
  });

  it.each(bucketed)(
    "is what the headline, the net flow and the first value of %s are of",
    (_, market) => {
      const labels = market.figures.map(({ label }) => label);
      expect(labels).not.toContain("Value");
      const [view] = market.league.views;
      const ranked = leagueFilter(market, { view, bucket: "distributed" });
      for (const figure of market.figures) {
        if (!["Distributed value", "Net flow, 30 days"].includes(figure.label)) continue;
        expect(figure).toMatchObject({ query: { subject: "token", filter: ranked } });
      }
      const value = market.charts.find(({ id }) => id === "distributed");
      expect(value?.query.filter).toEqual(ranked);
    },
  );

  it("is all of stablecoins, which have no buckets", () => {
    const { group, league } = classMarkets.stablecoins;
    expect(countedOf(group, league.measure).subject).toBe("asset");
  });
});
