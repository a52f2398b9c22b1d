import { describe, expect, it } from "vitest";
import * as classMarkets from "@/features/market/markets/classMarkets";
import { privateCredit } from "@/features/market/markets/creditMarket";
import { overview } from "@/features/market/markets/overviewMarket";
import { decodeChart, unreadNames } from "../chartAddress";
import { chartRequest } from "./chartRequest";
import {
  chartPage,
  chartView,
  comparisonSettings,
  measureOfChart,
  modesOfMeasure,
  stylesOfMeasure,
  viewOf,
  withStep,
} from "./chartView";

const { treasuries, commodities } = classMarkets;

const markets = [...Object.values(classMarkets), privateCredit, overview];

describe("the address of a chart", () => {
  it("says what is drawn, and what it does not know has its default", () => {
    const view = chartView(
      treasuries.charts,
      "measure=holders&group_by=network&range=90D&style=line&mode=flow&interval=quarter",
    );
    expect(view).toMatchObject({ range: "90D", style: "line", mode: "flow", interval: "quarter" });
    expect(view.chart.label).toBe("Holders");
    expect(view.group.by).toBe("network");
    const initial = chartView(
      treasuries.charts,
      "measure=%00&group_by=none%27&range=7&style=pie&scale=cube&from=2026-02-30&to=2026-03-01&compare=%27",
    );
    expect(initial).toMatchObject({ range: "1Y", style: "area", mode: "level", scale: "linear" });
    expect(initial).toMatchObject({ zoom: null, compared: [], benchmarks: [] });
    expect(initial.chart.id).toBe("distributed");
    expect(initial.group.by).toBe("asset");
  });

  it.each([
    ["measure=71&group_by=planet&interval=hour", ["measure", "group_by", "interval"]],
    ["full=yes&table=yes&events=no", ["full", "table", "events"]],
    ["events=0", []],
    ["from=2099-01-01&to=2099-02-01", ["from", "to"]],
    ["from=2001-01-01&to=2001-02-01", ["from", "to"]],
    ["from=2001-01-01&to=2001-02-01&range=All", []],
    ["measure=holders&mode=cumulative&compare=a,b,c,d,e,f,g,h,i", ["mode", "compare"]],
    ["range=1Y&style=area&scale=linear&benchmarks=-&ranking=networks&filter=name:is:x", []],
  ])("shows what it left out of %s", (search, names) => {
    const page = chartPage(treasuries);
    expect(unreadNames(page, search, decodeChart(page, search)).toSorted()).toEqual(
      names.toSorted(),
    );
  });

  it("sums what comes in over time, and draws sums as bars first", () => {
    expect(chartView(treasuries.charts, "measure=transfers")).toMatchObject({
      style: "bar",
      mode: "flow",
    });
    const sum = chartView(treasuries.charts, "measure=mints&mode=cumulative");
    expect(sum).toMatchObject({ mode: "cumulative", style: "area" });
    expect(chartRequest(sum).request).toMatchObject({ mode: "cumulative", interval: "week" });
    // A level does not add up over time.
    expect(chartView(treasuries.charts, "measure=holders&mode=cumulative").mode).toBe("level");
  });

  it("compares what it names, as lines, and asks for these alone", () => {
    const view = chartView(
      treasuries.charts,
      "group_by=network&compare=harbour-chain,orchard-chain",
    );
    expect(view).toMatchObject({ compared: ["harbour-chain", "orchard-chain"], style: "line" });
    const { request } = chartRequest(view);
    const named = { field: "network", operator: "in", value: ["harbour-chain", "orchard-chain"] };
    expect(JSON.stringify(request.filter)).toContain(JSON.stringify(named.value));
    expect(request).toMatchObject({ group_by: "network", group_limit: 8 });
    expect(chartView(treasuries.charts, "group_by=none&compare=harbour-chain").compared).toEqual(
      [],
    );
  });

  it("understands yields by the names that they had as APYs", () => {
    const ids = (search: string) => chartView(treasuries.charts, search).chart.query.measure;
    expect(ids("measure=apy7")).toBe("yield_7d");
    expect(ids("measure=apy30")).toBe("yield_30d");
    expect(ids("measure=apy7e")).toBe("apy_7d_effective");
    const page = chartPage({ charts: treasuries.charts });
    const unread = (search: string) => unreadNames(page, search, decodeChart(page, search));
    expect(unread("measure=apy7")).toEqual([]);
    expect(unread("measure=apy1")).toEqual(["measure"]);
  });

  it("takes benchmarks beside it, the default ones unless it says none", () => {
    const yields = chartView(treasuries.charts, "measure=yield7");
    expect(yields).toMatchObject({ style: "line", benchmarks: ["fred-fedfunds", "fred-dgs3mo"] });
    expect(chartView(treasuries.charts, "measure=yield7&benchmarks=-").benchmarks).toEqual([]);
    expect(chartView(treasuries.charts, "benchmarks=ust-par-m3").benchmarks).toEqual([
      "ust-par-m3",
    ]);
    expect(chartView(commodities.charts, "measure=price")).toMatchObject({
      scale: "index",
      style: "line",
      benchmarks: ["gold-usd-monthly"],
    });
  });

  it("keeps what the legend shows, but not for other groups", () => {
    const view = chartView(treasuries.charts, "legend=alder-fund-sample&style=line");
    expect(view.legend).toBe("alder-fund-sample");
    expect(viewOf(view.chart, view).legend).toBe("");
    const secondAfter = (second: string) => viewOf(view.chart, { ...view, second }).second;
    expect(secondAfter("alder-fund-sample")).toBe("");
    expect(secondAfter("(benchmarks)")).toBe("(benchmarks)");
    expect(comparisonSettings({ ...view, second: "alder-fund-sample" }, ["birch"]).second).toBe("");
    // Another measure is looked at in the same place.
    expect(viewOf(view.chart, { ...view, full: true }).full).toBe(true);
  });

  it("keeps groups and steps that were chosen where another measure has them", () => {
    const [first, second] = treasuries.charts;
    if (!second) throw new Error("one measure only");
    const by = second.groups.at(-1)?.by ?? "none";
    const chosen = viewOf(second, chartView(treasuries.charts, `group_by=${by}&interval=month`));
    expect([chosen.group.by, chosen.interval]).toEqual([by, "month"]);
    const initial = viewOf(second, chartView(treasuries.charts, ""));
    expect(initial.group).toEqual(second.groups[0]);
    expect(viewOf(first, { ...chosen, interval: "year" }).interval).toBe("year");
  });

  it("gives years of steps the years they need", () => {
    expect(withStep("year", "1Y").range).toBe("All");
    expect(withStep("quarter", "90D").range).toBe("All");
    expect(withStep("quarter", "1Y").range).toBe("1Y");
    expect(withStep("month", "90D").range).toBe("90D");
  });
});

describe("what pages draw", () => {
  it("is known to the service, each measure under a name of its own", () => {
    for (const { charts } of markets) {
      expect(new Set(charts.map(({ id }) => id)).size).toBe(charts.length);
      for (const one of charts) {
        expect(modesOfMeasure(one), one.label).toContain(viewOf(one, chartView(charts, "")).mode);
        expect(stylesOfMeasure(one, "level").length, one.label).toBeGreaterThan(0);
        const { kind } = measureOfChart(one);
        expect(kind === "flow", one.label).toBe(one.kind === "flow");
      }
    }
  });

  it("never adds up what is not additive", () => {
    for (const one of markets.flatMap(({ charts }) => charts)) {
      if (measureOfChart(one).combining !== "alone" && !one.apart) continue;
      expect(
        one.groups.map(({ by }) => by),
        one.label,
      ).toEqual(["asset"]);
    }
  });
});
