import { describe, expect, it } from "vitest";
import type { EntityName } from "@/charts/measures/names";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { dollarPegs, fundYields, pegReach } from "./yields";

const named = (part: Partial<EntityName>): EntityName => ({
  name: "Alder Fund (sample)",
  symbol: "ALDR",
  colour: null,
  classSlug: null,
  group: null,
  peg: null,
  feePoints: null,
  ...part,
});

describe("yields of funds", () => {
  const weeks = sampleAnswer([
    sampleGroup("small", [0]),
    sampleGroup("large", [0.0365]),
    sampleGroup("young", [null]),
  ]);
  const months = sampleAnswer([sampleGroup("large", [0.036])]);
  const worths = sampleAnswer([sampleGroup("small", [5]), sampleGroup("large", [500])]);
  const names = new Map([["large", named({ feePoints: 15 })]]);

  it("are those of the service, the largest fund first, with its fee", () => {
    const [large, small, young] = fundYields(weeks, months, worths, names);
    expect(large).toMatchObject({ key: "large", value: 500, fee: 0.0015 });
    expect(large).toMatchObject({ week: 0.0365, month: 0.036 });
    expect(small).toMatchObject({ name: "small", week: 0, month: null, fee: null });
    expect(young).toMatchObject({ week: null, month: null, value: null });
  });
});

describe("pegs", () => {
  it("are of assets that are held to the dollar, with the largest deviation and its day", () => {
    const prices = sampleAnswer([
      sampleGroup("dollar", [0.91, 1.001, 0.999]),
      sampleGroup("euro", [1.1, 1.1, 1.1]),
      sampleGroup("quiet", [null, null, null]),
    ]);
    const worths = sampleAnswer([sampleGroup("dollar", [7])]);
    const names = new Map([
      ["dollar", named({ peg: "USD" })],
      ["euro", named({ peg: "EUR" })],
      ["quiet", named({ peg: "USD" })],
    ]);
    const [dollar, ...rest] = dollarPegs(prices, worths, names);
    expect(rest).toEqual([]);
    expect(dollar?.off).toBeCloseTo(-0.001);
    expect(dollar?.farthest).toBeCloseTo(-0.09);
    expect(dollar?.farthestOn).toBe("2026-11-17");
    expect(dollar?.value).toBe(7);
  });

  const names = new Map([
    ["dollar", named({ peg: "USD" })],
    ["ended", named({ peg: "USD" })],
    ["euro", named({ peg: "EUR" })],
  ]);

  it("say that a price is carried, not that an earlier one was", () => {
    const carried = (day: string) => ({
      from: day,
      to: day,
      value_date: "2026-11-17",
      is_carried: true,
      is_partial: false,
      is_average: false,
      spans_gap: false,
      lacks_days: false,
    });
    const marksOf = (day: string) => {
      const group = { ...sampleGroup("dollar", [1, 1, 1]), qualifiers: [carried(day)] };
      return dollarPegs(sampleAnswer([group]), sampleAnswer([]), names)[0]?.marks;
    };
    expect(marksOf("2026-11-19")).toEqual({ price: carried("2026-11-19") });
    expect(marksOf("2026-11-18")).toEqual({});
  });

  it("are not calculated from a price that no longer stands", () => {
    const prices = sampleAnswer([sampleGroup("ended", [1.01, 1.02, null])]);
    expect(dollarPegs(prices, sampleAnswer([]), names)).toEqual([]);
  });

  it("state how many of all stablecoins they include", () => {
    const prices = sampleAnswer([sampleGroup("dollar", [1]), sampleGroup("euro", [1.1])]);
    const pegs = dollarPegs(prices, sampleAnswer([]), names);
    expect(pegReach(["dollar", "ended", "euro"], names, pegs)).toBe(
      " 2 of 3 stablecoins are pegged to the dollar; 1 with a price.",
    );
    expect(pegReach(["dollar", "euro"], names, pegs)).toBe(
      " 1 of 2 stablecoins are pegged to the dollar; each with a price.",
    );
    expect(pegReach([], names, [])).toBe("");
  });
});
