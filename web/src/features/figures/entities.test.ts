import { describe, expect, it } from "vitest";
import { chartTitle } from "@/charts/application/chartTitle";
import { loanFigures } from "@/charts/figures/creditFigures";
import type { YieldFacts } from "@/charts/measures/yields";
import { where } from "@/charts/queries/aggregateQuery";
import {
  type EntityKind,
  entityCharts,
  entityLabels,
  loanLabels,
} from "@/charts/queries/entityLabels";
import { privateCredit } from "@/features/market/markets/creditMarket";
import { seedRows } from "@/lib/files/seedRows";
import { navBased } from "@/lib/format/valueBasis";
import { issuerListing } from "@/lists/listings/issuerListing";
import { managerListing } from "@/lists/listings/managerListing";
import { entities, loanPicture, poolPicture } from "./entities";

const groupOf = new Map(
  seedRows("taxonomy_entries.csv").map((entry) => [entry.asset_class_slug, entry.group_slug]),
);

const factsOf = (classSlug: string, part: Partial<YieldFacts> = {}): YieldFacts => ({
  asset_class_slug: classSlug,
  class_group: groupOf.get(classSlug) ?? null,
  is_yield_bearing: null,
  denomination_currency: null,
  peg_currency: null,
  ...part,
});

describe("the numbers of a record", () => {
  it("are called as their places are before they come", () => {
    for (const kind of Object.keys(entityLabels) as EntityKind[]) {
      const labels = entities[kind]("alder").figures.map(({ label }) => label);
      expect(labels, kind).toEqual(entityLabels[kind]);
      const [first] = entities[kind]("alder").charts;
      const title = chartTitle({ chart: first, group: first.groups[0], mode: "level" });
      expect(title).toBe(entityCharts[kind]);
    }
    expect(loanFigures.map(({ label }) => label)).toEqual(loanLabels);
  });

  it("are, of all loans, the figures of private credit where both have one", () => {
    for (const figure of loanFigures) {
      const same = privateCredit.figures.find(({ label }) => label === figure.label);
      if (figure.label === "Late amount") expect(same).toBeUndefined();
      else expect(figure).toEqual(same);
    }
  });

  it("show a yearly yield of what lends money, and no price that grew by a year", () => {
    const labels = (classSlug: string, part: Partial<YieldFacts> = {}) => {
      const { figures, charts } = entities.asset("alder", factsOf(classSlug, part));
      return [...figures, ...charts].map(({ label }) => label);
    };
    for (const slug of ["treasury-products", "private-credit"]) {
      expect(labels(slug)).toEqual(expect.arrayContaining(["7-day yield", "7-day APY"]));
      expect(labels(slug).filter((label) => label === "30-day return")).toHaveLength(1);
    }
    for (const slug of ["commodities", "public-equity", "stablecoins", "institutional-funds"]) {
      expect(labels(slug).filter((label) => /APY|yield/i.test(label))).toEqual([]);
      expect(labels(slug)).toContain("30-day return");
    }
    expect(labels("real-estate", { is_yield_bearing: true })).toContain("30-day yield");
    expect(labels("treasury-products", { is_yield_bearing: false })).not.toContain("7-day yield");
  });

  it("lead with the return of what is denominated in another currency than dollars", () => {
    const tiles = (part: Partial<YieldFacts>) =>
      entities.asset("alder", factsOf("corporate-bonds", part)).figures.map(({ label }) => label);
    expect(tiles({ denomination_currency: "EUR" })).toContain("30-day return, US$");
    expect(tiles({ denomination_currency: "USD" })).toContain("7-day yield");
    expect(tiles({})).toContain("7-day yield");
    const [debt] = [entities.asset("alder", factsOf("non-us-government-debt"))];
    expect(debt.figures.map(({ label }) => label)).toContain("30-day return, US$");
  });

  it("name the currency of yields and of returns where they are not the same", () => {
    const labels = (denominationCurrency: string | null, classSlug = "corporate-bonds") => {
      const { charts } = entities.asset(
        "alder",
        factsOf(classSlug, { denomination_currency: denominationCurrency }),
      );
      return charts.map(({ label }) => label);
    };
    expect(labels("BRL")).toEqual(
      expect.arrayContaining(["30-day yield, BRL", "30-day return, US$", "Yield to maturity"]),
    );
    expect(labels("USD")).toEqual(expect.arrayContaining(["30-day yield", "30-day return"]));
    expect(labels(null, "non-us-government-debt")).toContain("30-day yield, own currency");
  });

  it("lead with the returns of a month and of twelve of what is valued monthly, with or without yield", () => {
    for (const isYieldBearing of [true, false, null]) {
      const { figures } = entities.asset(
        "alder",
        factsOf("real-estate", { is_yield_bearing: isYieldBearing }),
      );
      const labels = figures.map(({ label }) => label);
      expect(labels.filter((label) => /return|yield/.test(label))).toEqual([
        "1-month return",
        "12-month return",
      ]);
      expect(labels).toHaveLength(entityLabels.asset.length);
      const measures = figures.map((figure) => "query" in figure && figure.query.measure);
      expect(measures).toEqual(expect.arrayContaining(["return_1m", "return_12m"]));
    }
  });

  it("state the convention of the yield or return that they lead with", () => {
    const remarks = (classSlug: string) =>
      entities
        .asset("alder", factsOf(classSlug))
        .figures.filter(({ label }) => /yield|return/.test(label))
        .map(({ remark }) => remark);
    expect(remarks("treasury-products")).toEqual([
      "Percent per year, act/365 like the SEC 7-day yield, NAV-based instead of net income, distributions reinvested, not compounded",
    ]);
    expect(remarks("commodities")).toEqual([
      "Percent over 30 days, NAV-based, distributions reinvested, not annualized",
    ]);
  });

  it("say which value of an issuer or manager they have, as its list does", () => {
    for (const kind of ["issuer", "manager"] as const) {
      const [worth] = entities[kind]("alder").figures;
      expect(worth).toMatchObject({
        query: { measure: "bridged_token_value_dollar" },
        remark: navBased,
      });
    }
    for (const { columns } of [issuerListing, managerListing]) {
      expect(columns.find(({ id }) => id === "value")?.description).toBe(navBased);
    }
  });

  it("say how it is valued: by the market where it is a stablecoin", () => {
    const valued = (classSlug: string, part: Partial<YieldFacts> = {}) => {
      const [{ query, unitLine }] = entities.asset("alder", factsOf(classSlug, part)).charts;
      return [query.measure, unitLine];
    };
    expect(valued("stablecoins")).toEqual([
      "bridged_token_market_cap_dollar",
      "US$, end of day UTC, price-based",
    ]);
    const group = { class_group: "stablecoins" };
    expect(valued("synthetic-dollars", group)).toEqual(valued("stablecoins"));
    expect(valued("stablecoins", { class_group: null })).toEqual(valued("commodities"));
    expect(valued("commodities")).toEqual([
      "bridged_token_value_dollar",
      "US$, end of day UTC, NAV-based",
    ]);
  });

  it("tell stablecoins of a network apart from all else, and count no samples there", () => {
    const { figures } = entities.network("harbour-chain");
    const requested = figures.flatMap((figure) => ("query" in figure ? [figure] : []));
    for (const { label, query } of requested) {
      const filters = query.filter?.filters ?? [];
      expect(filters, label).toContainEqual(where("network", "equals", "harbour-chain"));
      const isApart = label === "Stablecoin value";
      const condition = isApart
        ? where("class_group", "equals", "stablecoins")
        : where("is_in_totals", "equals", true);
      expect(filters, label).toContainEqual(condition);
    }
    const volume = figures.find(({ label }) => label.startsWith("Transfer volume"));
    expect(volume).toMatchObject({
      kind: "flow",
      query: { measure: "daily_transfer_volume_dollar" },
    });
    const count = figures.find(({ kind }) => kind === "count");
    expect(JSON.stringify(count)).toContain('"field":"is_sample","value":false');
  });

  it("are of this record alone", () => {
    const pictured = [
      ...Object.values(entities).map((entity) => entity("alder")),
      loanPicture("alder"),
      poolPicture("alder"),
    ];
    for (const { charts } of pictured) {
      for (const { query, label } of charts) {
        expect(JSON.stringify(query.filter), label).toContain('"alder"');
      }
    }
  });

  it("draw what is late and how long loans still run, weighted by outstanding principal", () => {
    for (const { charts } of [entities.protocol("alder"), privateCredit]) {
      const requested = charts
        .filter(({ id }) => id === "late" || id === "term")
        .map(({ query }) => query);
      expect(requested.map(({ measure }) => measure)).toEqual([
        "late_loans_amount_dollar",
        "days_to_maturity",
      ]);
      expect(requested[1]?.weight).toBe("outstanding_capital_dollar");
    }
    const idle = poolPicture("alder").charts.find(({ id }) => id === "cash_drag");
    expect(idle).toMatchObject({ query: { measure: "cash_drag" }, unit: { kind: "percent" } });
  });
});
