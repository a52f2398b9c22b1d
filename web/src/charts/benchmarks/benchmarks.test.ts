import { describe, expect, it } from "vitest";
import type { GetAggregateResponse, SeriesGroup, SeriesRecord } from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import type { ShownChart } from "../derived/shownChart";
import { fits, leadingBenchmarks, withBenchmarks } from "./benchmarks";

function benchmark(slug: string, unit = "per_euro"): SeriesRecord {
  return {
    id: 1,
    subject_kind: "benchmark",
    subject_slug: slug,
    subject_name: slug,
    network_slug: null,
    measure_slug: "units_per_euro",
    measure_name: "Units per euro",
    kind: "stock",
    unit,
    source: "ecb",
    carry_days: 7,
    visible_to: "everybody",
    is_redistributable: true,
    is_sample: false,
    licence: "CC BY 4.0",
  };
}

function group(key: string | null, values: (number | null)[]): SeriesGroup {
  return {
    key,
    is_other: key === null,
    member_count: 1,
    values,
    coverage: values.map(() => 1),
    has_sample: false,
    withheld_count: 0,
    last_date: null,
    carry_days: 0,
    qualifiers: [],
    sample_count: 0,
  };
}

describe("benchmarks", () => {
  it("with the most values come first, of these the most used; others and empty ones are left out", () => {
    const groups = [
      group("ended", [1, null]),
      group("second", [1, 1]),
      group("first", [1, 2]),
      group("silent", [null, null]),
      group(null, [3, 3]),
    ];
    const answer = { groups } as GetAggregateResponse;
    const known = [benchmark("first"), benchmark("second"), benchmark("ended")];
    const keys = (limit: number) =>
      leadingBenchmarks(answer, known, limit).groups.map(({ key }) => key);
    expect(keys(5)).toEqual(["first", "second", "ended"]);
    expect(keys(1)).toEqual(["first"]);
  });

  it("stand beside a chart of their unit, or where everything starts at 100", () => {
    const rate = benchmark("rate", "ratio");
    const gold = benchmark("gold", "usd");
    expect([fits(rate, "ratio", false), fits(gold, "ratio", false)]).toEqual([true, false]);
    expect([fits(rate, "usd", false), fits(gold, "usd", false)]).toEqual([false, false]);
    expect([fits(rate, "usd", true), fits(gold, "usd", true)]).toEqual([false, true]);
    expect(fits(rate, null, false)).toBe(false);
  });
});

describe("a chart with benchmarks", () => {
  const group: NumberKey = { kind: "count", name: "Groups", figure: "1", of: "assets" };
  const rate: NumberKey = {
    kind: "series",
    key: { subject_kind: "benchmark", subject_slug: "ust-par-m3", measure: "benchmark_rate" },
  };
  const own: ShownChart = {
    data: { days: [], series: [] },
    unit: { kind: "money" },
    unitLine: "",
    state: { status: "ready" },
    sample: true,
    freshness: null,
    coverage: "Coverage 100% of 2 series.",
    footnotes: ["By month."],
    origin: async () => ({ sources: ["Issuer"], licence: "CC0" }),
    numberOf: () => group,
    unitOf: () => ({ unit: "usd", measure: "price_dollar" }),
  };
  const chart = withBenchmarks(own, {
    benchmarkOf: (id) =>
      id === "rate" ? { unit: "ratio", measure: "benchmark_rate", numberOf: () => rate } : null,
    credits: ["Rate: Vendor."],
    origin: async () => ({ sources: ["Vendor"], licence: "Own use", isRestricted: true }),
  });

  it("is as restricted as each of its sources, and credits the benchmarks", async () => {
    expect(await chart.origin()).toEqual({
      isRestricted: true,
      sources: ["Issuer", "Vendor"],
      attribution: [],
      licence: "CC0; Own use",
    });
    expect(chart.footnotes).toEqual(["By month.", "Rate: Vendor."]);
  });

  it("explains a benchmark by its own series, and a group by its members", () => {
    expect(chart.numberOf("rate", "2026-11-19")).toBe(rate);
    expect(chart.unitOf("rate").unit).toBe("ratio");
    expect(chart.numberOf("alder", "2026-11-19")).toBe(group);
    expect(chart.numberOf(null, "2026-11-19")).toBe(group);
  });
});
