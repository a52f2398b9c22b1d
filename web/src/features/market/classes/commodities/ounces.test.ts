import { describe, expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { commodityTokens, ouncesOf } from "./ounces";

describe("commodities", () => {
  it("are counted in troy ounces", () => {
    expect(ouncesOf("troy ounce of silver")).toEqual({ ounces: 1, commodity: "silver" });
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
    const group = (value: number) => sampleGroup("quarry", [value]);
    const answer = (value: number) => sampleAnswer([group(value)]);
    const carried = {
      from: "2026-11-19",
      to: "2026-11-19",
      value_date: "2026-11-17",
      is_carried: true,
      is_partial: false,
      is_average: false,
      spans_gap: false,
      lacks_days: false,
    };
    const rows = commodityTokens({
      products: [
        { ...product, unit: "troy ounce of gold" },
        { ...product, slug: "unsupplied", unit: "troy ounce of gold" },
        { ...product, slug: "unmeasured", unit: "barrel of oil" },
      ],
      supplies: answer(200),
      worths: answer(500_000),
      premiums: sampleAnswer([{ ...group(-0.01), qualifiers: [carried] }]),
      navs: answer(2500),
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ ounces: 200, worth: 2500, premium: -0.01, commodity: "gold" });
    expect(rows[0]?.marks).toEqual({ premium: carried });
  });
});
