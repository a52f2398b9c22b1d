import { describe, expect, it } from "vitest";
import type { LatestValue } from "@/api/contract";
import { sampleAnswer, sampleGroup } from "../market/marketFixtures";
import { coursesBy, goodsOf, groupSplits, navAges, ouncesOf, partsBy, pegSplits } from "./splits";

const flat = (value: number) => Array.from({ length: 31 }, () => value);

function named(name: string, peg: string | null = null) {
  return { name, symbol: null, colour: null, classSlug: null, peg, feePoints: null };
}

describe("parts of a class", () => {
  const worths = sampleAnswer([
    sampleGroup("harbour", flat(50).with(-1, 60)),
    sampleGroup("orchard", flat(20)),
    sampleGroup("lantern", flat(20)),
    sampleGroup(null, flat(10)),
  ]);

  it("have a course each, which is the sum of those of their members", () => {
    const partOf = (member: string) =>
      member === "orchard" ? null : { key: "basis", name: "Basis" };
    const courses = coursesBy(worths, partOf);
    expect(courses.map(({ name, values, of }) => [name, values.at(0), values.at(-1), of])).toEqual([
      ["Basis", 70, 80, ["harbour", "lantern"]],
      ["Not known", 30, 30, ["orchard"]],
    ]);
  });

  it("are put together by the currency that coins hold to, and add up to the whole", () => {
    const names = new Map([
      ["harbour", named("Harbour Dollar (sample)", "USD")],
      ["lantern", named("Lantern Dollar (sample)", "USD")],
      ["orchard", named("Orchard Euro (sample)", "EUR")],
    ]);
    const rows = pegSplits(worths, names);
    expect(rows.map(({ name, members, value }) => [name, members, value])).toEqual([
      ["USD", 2, 80],
      ["EUR", 1, 20],
      ["Not known", 1, 10],
    ]);
    expect(rows[0]?.change).toBeCloseTo(80 / 70 - 1);
    expect(rows.reduce((sum, { share }) => sum + (share ?? 0), 0)).toBeCloseTo(1);
  });

  it("have no value of the day of the whole where a member has none then", () => {
    const ended = sampleGroup("orchard", [...flat(20).slice(1), null]);
    const rows = groupSplits(sampleAnswer([sampleGroup("harbour", flat(50)), ended]), new Map());
    expect(rows.map(({ value, share }) => [value, share])).toEqual([
      [50, 1],
      [null, null],
    ]);
  });

  it("are apart from what is not told apart", () => {
    const answer = sampleAnswer([
      sampleGroup("harbour", flat(50)),
      { ...sampleGroup(null, flat(9)), is_other: true, member_count: 30 },
    ]);
    const rows = partsBy(answer, () => ({ key: "2030", name: "2030" }));
    expect(rows.map(({ name, members, of }) => [name, members, of])).toEqual([
      ["2030", 1, ["harbour"]],
      ["Others", 30, []],
    ]);
  });

  it("have the names of their groups, or none", () => {
    const rows = groupSplits(worths, new Map([["harbour", named("Harbour (sample)")]]));
    expect(rows.map(({ name }) => name)).toEqual([
      "Harbour (sample)",
      "orchard",
      "lantern",
      "Not known",
    ]);
  });
});

describe("physical goods", () => {
  it("are counted in troy ounces", () => {
    expect(ouncesOf("troy ounce of silver")).toEqual({ ounces: 1, good: "silver" });
    expect(ouncesOf("0.01 gram of gold")?.ounces).toBeCloseTo(0.01 / 31.1034768);
    expect(ouncesOf("1 kilogram of gold")?.ounces).toBeCloseTo(32.1507);
    expect(ouncesOf("barrel of oil")).toBeNull();
    expect(ouncesOf(null)).toBeNull();
  });

  it("say what an ounce is worth, of products whose unit and supply are known", () => {
    const product = {
      slug: "quarry",
      name: "Quarry Gold (sample)",
      symbol: "QRY",
      is_sample: true,
    };
    const answer = (value: number) => sampleAnswer([sampleGroup("quarry", [value])]);
    const rows = goodsOf({
      products: [
        { ...product, unit: "troy ounce of gold" },
        { ...product, slug: "unsupplied", unit: "troy ounce of gold" },
        { ...product, slug: "unmeasured", unit: "barrel of oil" },
      ],
      supplies: answer(200),
      worths: answer(500_000),
      premiums: answer(-0.01),
      navs: answer(2500),
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ ounces: 200, worth: 2500, premium: -0.01, good: "gold" });
  });
});

describe("ages of net asset values", () => {
  it("stand from the oldest to the newest, without funds that never had one", () => {
    const nav = (slug: string, age: number | null): LatestValue => ({
      series_id: 1,
      subject_kind: "asset",
      subject_slug: slug,
      subject_name: slug,
      measure_slug: "net_asset_value_dollar",
      kind: "stock",
      unit: "usd",
      network_slug: null,
      source: "Harbour register (sample)",
      is_sample: true,
      value: 100,
      date: "2026-10-31",
      age_days: age,
      is_stale: (age ?? 0) > 40,
      changes: [],
    });
    const worths = sampleAnswer([sampleGroup("old", [7]), sampleGroup("new", [9])]);
    const latest = [nav("new", 1), nav("old", 45), nav("never", null)];
    const rows = navAges(latest, worths, new Map([["old", named("Old Oak (sample)")]]));
    expect(rows.map(({ name, days, stale, value }) => [name, days, stale, value])).toEqual([
      ["Old Oak (sample)", 45, true, 7],
      ["new", 1, false, 9],
    ]);
  });
});
