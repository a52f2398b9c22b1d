import { describe, expect, it } from "vitest";
import {
  explainedFarthest,
  explainedNet,
  explainedRank,
} from "@/features/market/rankings/explainedRow";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { assetsOf, figures, slugs } from "../queries/measures";
import { explainedAges, explainedCount, explainedOf, explainedOfGroup } from "./explanation";

const day = "2026-11-19";
const answer = (...values: number[]) => sampleAnswer([sampleGroup("alder", values)]);

describe("what explains the farthest from a peg", () => {
  it("is the price of that day", () => {
    const row = {
      key: "coin",
      name: "Coin (sample)",
      farthest: -0.09,
      farthestOn: "2026-11-17",
      sample: true,
    };
    expect(explainedFarthest(row)).toMatchObject({
      items: [
        {
          name: "17 Nov 2026",
          figure: "$0.91",
          sample: true,
          number: { kind: "series", key: { measure: "price_dollar" }, date: "2026-11-17" },
        },
      ],
      figure: "−9.0000%",
    });
  });
});

describe("what explains a key figure", () => {
  it("is the series of one asset, or the sum without its days", () => {
    const query = {
      ...assetsOf(null, slugs.price),
      filter: { operator: "equals", field: "asset", value: "alder" },
    } as const;
    const one = explainedOf({ kind: "level", label: "Price", query, unit: "price" }, [answer(1)]);
    expect(one).toEqual({
      kind: "series",
      key: { subject_kind: "asset", subject_slug: "alder", measure: "price_dollar" },
      date: day,
    });
    const sum = explainedOf(figures.distributed("stablecoins"), [answer(1)]);
    expect(sum).toMatchObject({ kind: "aggregate", name: "Distributed value" });
    expect(JSON.stringify(sum)).not.toContain("from");
  });

  it("has the days of a sum over days, and is nothing where no value is known", () => {
    expect(explainedOf(figures.transfers(null), [answer(1)])).toMatchObject({
      of: { mode: "cumulative", from: "2026-10-21", to: day },
    });
    expect(explainedOf(figures.distributed(null), [sampleAnswer([])])).toBeNull();
  });

  it("is the measure of a net flow over 30 days", () => {
    expect(explainedOf(figures.netFlow(null), [answer(5, 2)])).toMatchObject({
      kind: "aggregate",
      of: { measure: "net_flow_30d_dollar" },
      date: day,
    });
    expect(JSON.stringify(explainedOf(figures.netFlow(null), [answer(5)]))).not.toContain("mode");
  });

  it("is every value of a median, the oldest first", () => {
    const latest = (slug: string, age: number) => ({
      ...{ series_id: age, subject_kind: "asset" as const, subject_slug: slug, subject_name: slug },
      ...{ measure_slug: "net_asset_value_dollar", kind: "stock" as const, unit: "usd", value: 1 },
      ...{ network_slug: null, source: "sample", is_sample: true, date: day, age_days: age },
      ...{ is_stale: false, changes: [], differing: [], is_average: false },
      ...{ value_date: day, is_carried: age > 1, is_partial: false },
    });
    const explained = explainedAges("Median age", [latest("alder", 1), latest("birch", 4)]);
    expect(explained).toMatchObject({
      kind: "several",
      items: [{ name: "birch" }, { name: "alder" }],
    });
  });

  it("is the request that the catalog answered", () => {
    const figure = {
      kind: "count",
      label: "Issuers",
      of: "assets",
      distinct: "issuer_slug",
    } as const;
    expect(explainedCount(figure, 1234)).toEqual({
      ...{ kind: "count", name: "Issuers", figure: "1,234" },
      ...{ of: "assets", distinct: "issuer_slug" },
    });
  });
});

describe("what explains a group of a chart", () => {
  const request = { measure: slugs.value, subject_kind: "asset", group_by: "asset" } as const;

  it("is the sum of what assets have on the networks that settle on one", () => {
    const by = { ...request, group_by: "parent_network" } as const;
    expect(explainedOfGroup(by, "ethereum", day, "Ethereum")).toMatchObject({
      kind: "aggregate",
      of: {
        group_by: "parent_network",
        filter: { operator: "equals", field: "parent_network", value: "ethereum" },
      },
      parts: { group_by: "parent_network" },
    });
  });

  it("has no network where it is not a part of its subjects", () => {
    const by = { ...request, group_by: "issuer" } as const;
    const explained = explainedOfGroup(by, "alder", day, "Alder");
    expect(explained).toMatchObject({ kind: "aggregate", of: { filter: { field: "issuer" } } });
    expect(explained).not.toMatchObject({ of: { group_by: "issuer" } });
  });
});

describe("what explains a row", () => {
  const network = {
    subject: "token",
    by: "network",
    key: "harbour",
    name: "Harbour",
    to: day,
  } as const;
  const flows = { minted: 5, burned: 2, sample: true };

  it("is every number that it is made of, of this group alone", () => {
    const row = { ...flows, value: 9, holders: 3 };
    const only = { operator: "equals", field: "network", value: "harbour" };
    expect(explainedRank(network, slugs.value, row)).toMatchObject({
      kind: "several",
      items: [
        { name: "Value", figure: "$9.00", number: { kind: "aggregate", of: { filter: only } } },
        { name: "Holders", figure: "3", sample: true, number: { of: { measure: slugs.holders } } },
        { name: "Mints, 30 days", number: { of: { filter: only, from: "2026-10-21", to: day } } },
        { name: "Burns, 30 days", number: { of: { filter: only, from: "2026-10-21", to: day } } },
      ],
    });
  });

  it("is the series where the row is an asset, and that of its net flow", () => {
    const asset = {
      ...network,
      subject: "asset",
      by: "asset",
      key: "alder",
      name: "Alder",
    } as const;
    const ranked = explainedRank(asset, slugs.value, { ...flows, value: 9, holders: null });
    expect(ranked).toMatchObject({
      items: [
        { number: { kind: "series", key: { subject_kind: "asset", subject_slug: "alder" } } },
        { figure: "no value" },
        {},
        {},
      ],
    });
    const measured = [7, 30].map((days) => explainedNet(asset, days));
    expect(measured).toMatchObject([
      { kind: "series", key: { subject_slug: "alder", measure: "net_flow_7d_dollar" }, date: day },
      { kind: "series", key: { subject_slug: "alder", measure: "net_flow_30d_dollar" }, date: day },
    ]);
  });
});
