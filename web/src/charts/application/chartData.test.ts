import { describe, expect, it } from "vitest";
import type { WithheldMember } from "@/api/contract";
import { stablecoins, treasuries } from "@/features/market/markets/classMarkets";
import { sampleAnswer, sampleGroup, sampleWithheld } from "@/testing/marketFixtures";
import { type ChartPage, decodeChart, unreadNames } from "../chartAddress";
import { measureOf } from "../measures/measures";
import { chartData, coverageText, intervalOf, rangeFrom } from "./chartData";
import { rankingPage } from "./rankingView";

const shown = {
  names: new Map(),
  byClass: true,
  adds: false,
  all: "Value",
  without: "Not disclosed",
};

function knownMeasure(slug: string) {
  const measure = measureOf(slug);
  if (!measure) throw new Error(slug);
  return measure;
}

describe("the data of a chart", () => {
  it("begins with the first value and names groups, the rest and the nameless", () => {
    const answer = sampleAnswer(
      [
        sampleGroup("commodities", [null, 2, 3]),
        sampleGroup(null, [null, null, 1]),
        { ...sampleGroup(null, [null, 1, 1]), is_other: true },
      ],
      { group_count: 11 },
    );
    const name = { name: "Commodities", symbol: null, colour: null };
    const known = { ...name, classSlug: null, group: null, peg: null, feePoints: null };
    const data = chartData(answer, { ...shown, names: new Map([["commodities", known]]) });
    expect(data.days).toEqual(["2026-11-18", "2026-11-19"]);
    expect(data.series).toMatchObject([
      {
        id: "commodities",
        name: "Commodities",
        sample: true,
        values: [2, 3],
        classKey: "commodities",
      },
      { name: "Not disclosed", values: [null, 1] },
      { name: "Other (9)", values: [1, 1], role: "other" },
    ]);
  });

  it("draws the whole where nothing is grouped", () => {
    const answer = { ...sampleAnswer([sampleGroup("one", [4, 5])]), groups: [] };
    expect(chartData(answer, shown).series).toMatchObject([{ name: "Value", values: [4, 5] }]);
  });

  it("is empty where nothing is known", () => {
    const nothing = sampleAnswer([]);
    expect(chartData(nothing, shown)).toMatchObject({ days: [], series: [] });
  });

  it("marks days without a published sum, and sums that are not over", () => {
    const withheld = sampleAnswer([sampleGroup("one", [1, null, null, 4, null])]);
    expect(chartData(withheld, shown).gaps).toEqual([
      { from: "2026-11-16", to: "2026-11-17", reason: "no value known" },
    ]);
    const weekly = sampleAnswer([sampleGroup("one", [1, 2])], {
      interval: "week",
      dates: ["2026-11-09", "2026-11-16"],
    });
    const sums = { ...shown, adds: true };
    expect(chartData(weekly, sums).provisional?.from).toBe("2026-11-16");
    expect(chartData({ ...weekly, to: "2026-11-22" }, sums).provisional).toBeUndefined();
  });

  it("has lines beside it, and leaves the rest out where it would be no sum", () => {
    const rest = { ...sampleGroup(null, [5, 5]), is_other: true };
    const answer = sampleAnswer([sampleGroup("one", [1, 2]), rest]);
    const line = {
      id: "rate",
      name: "Rate",
      sample: false,
      values: [3, 4],
      role: "reference" as const,
    };
    const data = chartData(answer, { ...shown, apart: true, references: [line] });
    expect(data.series.map(({ id }) => id)).toEqual(["one", "rate"]);
  });

  it("ends quarters with their last day", () => {
    const quarters = sampleAnswer([sampleGroup("one", [1, 2])], {
      interval: "quarter",
      dates: ["2025-10-01", "2026-01-01"],
    });
    const at = (to: string) => chartData({ ...quarters, to }, { ...shown, adds: true }).provisional;
    expect(at("2026-03-30")?.from).toBe("2026-01-01");
    expect(at("2026-03-31")).toBeUndefined();
  });

  it("says how many have a value", () => {
    expect(coverageText(sampleAnswer([sampleGroup("one", [1])]))).toBe(
      "Coverage 100% of 1 series.",
    );
    expect(coverageText(sampleAnswer([]))).toBeUndefined();
  });

  it("says whose value the last day lacks, and why", () => {
    const total = { ...sampleGroup(null, [3, 2]), member_count: 2, coverage: [1, 0.5] };
    const coverageOf = (withheld: readonly WithheldMember[]) =>
      coverageText(sampleAnswer([sampleGroup("one", [1, 2])], { total, withheld: [...withheld] }));
    expect(coverageOf([])).toBe("Coverage 50.0% of 2 series.");
    const last = { from: "2026-11-19", to: "2026-11-19" };
    expect(coverageOf([sampleWithheld(last)])).toBe(
      "Coverage 50.0% of 2 series. Withheld: Alder Fund (sample) (jump in net asset value).",
    );
    expect(coverageOf([sampleWithheld()])).toBe("Coverage 50.0% of 2 series.");
    const four = ["A", "B", "C", "D"].map((name) =>
      sampleWithheld({ ...last, subject_name: name, reason: "something_new" }),
    );
    expect(coverageOf(four)).toBe("Coverage 50.0% of 2 series. Withheld: A, B, C and 1 more.");
    const some = Array.from({ length: 20 }, (_, at) =>
      sampleWithheld({ ...last, subject_name: `F${at}`, reason: "negative" }),
    );
    expect(coverageOf(some)).toMatch(/Withheld: F0 \(below zero\), F1 .*, F2 .* and others\.$/);
  });

  it("says why nothing is known between two known days", () => {
    const answer = sampleAnswer([sampleGroup("one", [1, null, 3])], {
      withheld: [sampleWithheld()],
    });
    expect(chartData(answer, shown).gaps).toEqual([
      {
        from: "2026-11-18",
        to: "2026-11-18",
        reason: "withheld: jump in net asset value",
        sentence: "Alder Fund (sample) withheld. It moved by more than a tenth.",
      },
    ]);
  });

  it("takes steps that fit the range and the measure", () => {
    const value = knownMeasure("bridged_token_value_dollar");
    expect(rangeFrom("1Y", "2026-11-19")).toBe("2025-11-19");
    expect(intervalOf("auto", "All", false, value)).toBe("week");
    expect(intervalOf("auto", "1Y", true, value)).toBe("week");
    expect(intervalOf("quarter", "30D", false, value)).toBe("quarter");
    // Distinct counts are not summed over longer times, and weekly values have no days.
    const active = knownMeasure("daily_active_addresses_count");
    expect(intervalOf("auto", "All", false, active)).toBe("day");
    expect(intervalOf("auto", "30D", true, knownMeasure("weekly_transfer_volume"))).toBe("week");
  });
});

describe("the ranking of a page", () => {
  it("tells apart by bucket only where that is possible", () => {
    const search = "bucket=represented";
    const decode = (page: ChartPage) => decodeChart(page, search);
    const [apart, together] = [treasuries, stablecoins].map(({ league }) => rankingPage(league));
    if (!apart || !together) throw new Error("a ranking is missing");
    expect(decode(apart).bucket).toBe("represented");
    expect(decode(together).bucket).toBe("all");
    expect(unreadNames(apart, search, decode(apart))).toEqual([]);
    expect(unreadNames(together, search, decode(together))).toEqual(["bucket"]);
  });
});
