import { describe, expect, it } from "vitest";
import type { GetAggregateResponse } from "@/api/contract";
import { entities } from "@/features/figures/entities";
import { privateCredit } from "@/features/market/markets/creditMarket";
import { sampleAnswer, sampleGroup, sampleWithheld } from "@/testing/marketFixtures";
import { tileOf } from "../figures/figures";
import { explainedOf } from "./explanation";
import { remainder } from "./remainders";

type Values = ReadonlyArray<number | null>;

/** An answer of a number of members; the share of them that has a value on each day, null where none had begun. */
function aggregate(values: Values, members: number, coverage: Values): GetAggregateResponse {
  const answer = sampleAnswer([sampleGroup("one", values)]);
  const total = { ...answer.total, member_count: members, coverage: [...coverage] };
  return { ...answer, total };
}

const owed = aggregate([100, 100, 100], 4, [1, 1, 1]);

describe("what is left of a whole", () => {
  it("is the whole where no member ever had a value of the part", () => {
    const none = sampleAnswer([], { dates: owed.dates });
    expect(remainder(owed, none)).toEqual([100, 100, 100]);
    expect(remainder(owed, aggregate([null, 5, 5], 1, [null, 1, 1]))).toEqual([100, 95, 95]);
  });

  it("has no more decimals than both", () => {
    const whole = aggregate([2_314_908_127.44], 4, [1]);
    const part = aggregate([323_224_997.35], 4, [1]);
    expect(remainder(whole, part)).toEqual([1_991_683_130.09]);
  });

  it("is not known on a day on which the part is not", () => {
    expect(remainder(owed, aggregate([20, 20, null], 4, [1, 1, 0]))).toEqual([80, 80, null]);
    expect(remainder(owed, aggregate([20, 20, 5], 4, [1, 1, 0.75]))).toEqual([80, 80, null]);
  });

  it("goes on without members that left the whole as well", () => {
    const ended = aggregate([100, 100, 90], 4, [1, 1, 0.75]);
    expect(remainder(ended, aggregate([20, 20, 5], 4, [1, 1, 0.75]))).toEqual([80, 80, 85]);
  });

  it("is not known where some of the part is withheld, whatever the whole lacks", () => {
    const [day] = owed.dates.slice(-1);
    if (!day) throw new Error("no day");
    const ended = aggregate([100, 100, 90], 4, [1, 1, 0.5]);
    const part = aggregate([20, 20, 5], 4, [1, 1, 0.75]);
    const withheld = { ...part, withheld: [sampleWithheld({ from: day, to: day })] };
    expect(remainder(ended, withheld)).toEqual([80, 80, null]);
  });
});

describe("active loans", () => {
  const [active] = privateCredit.figures;
  if (!active) throw new Error("no figure");

  it("are of the last day on which defaults are known", () => {
    const part = aggregate([20, 30, null], 4, [1, 1, 0]);
    const tile = tileOf(active, [owed, part]);
    expect(tile.value?.number).toBe("$70.00");
    expect(tile.freshness?.text).toBe("18 Nov 2026");
    expect(explainedOf(active, [owed, part])).toMatchObject({
      items: [
        { figure: "$100.00", number: { date: "2026-11-18" } },
        { figure: "$30.00", number: { date: "2026-11-18" } },
      ],
      figure: "$70.00",
    });
  });

  it("are counted on the page of a protocol as on that of all loans", () => {
    const [first] = entities.protocol("alder").figures;
    if (!first) throw new Error("no figure");
    expect(tileOf(first, [owed, aggregate([20, 20, 30], 4, [1, 1, 1])]).value?.number).toBe(
      "$70.00",
    );
  });

  it("are blank, with the reason, where defaults are withheld on all days", () => {
    const part = aggregate([null, null, null], 4, [0, 0, 0]);
    expect(tileOf(active, [owed, part])).toMatchObject({
      value: null,
      reason: "The amount to be deducted is not available",
    });
    const total = { ...part.total, withheld_count: 2 };
    expect(tileOf(active, [owed, { ...part, total }]).reason).toBe(
      "The amount to be deducted is withheld",
    );
  });
});
