import { describe, expect, it } from "vitest";
import type { Explained } from "@/app-state/explained";
import { measureOf } from "@/charts/measures/measures";
import { type PreparedChart, unitLine, withBenchmarks } from "./preparedChart";

const group: Explained = { kind: "count", name: "Groups", figure: "1", of: "assets" };
const rate: Explained = {
  kind: "series",
  key: { subject_kind: "benchmark", subject_slug: "ust-par-m3", measure: "benchmark_rate" },
};

const chart: PreparedChart = {
  title: "",
  unitLine: "",
  unit: { kind: "money" },
  data: { days: [], series: [] },
  interval: "day",
  adds: true,
  sample: false,
  state: { status: "ready" },
  freshness: null,
  coverage: null,
  footnotes: [],
  origin: async () => ({ sources: ["Issuer"], licence: "CC0" }),
  corrected: { rows: [], error: null, loaded: true, onRetry: () => {} },
  numberOf: () => group,
  unitOf: () => ({ unit: "usd", measure: "price_dollar" }),
};

const besides: Parameters<typeof withBenchmarks>[1] = {
  benchmarkOf: (id) =>
    id === "rate" ? { unit: "ratio", measure: "benchmark_rate", numberOf: () => rate } : null,
  origin: async () => ({ sources: ["Vendor"], licence: "Own use", isRestricted: true }),
};

describe("a drawing beside benchmarks", () => {
  it("is as restricted as each of them", async () => {
    expect(await withBenchmarks(chart, besides).origin()).toEqual({
      isRestricted: true,
      sources: ["Issuer", "Vendor"],
      attribution: [],
      licence: "CC0; Own use",
    });
  });

  it("explains each of them as what it is, and not as a group without members", () => {
    const { numberOf, unitOf } = withBenchmarks(chart, besides);
    expect(numberOf("rate", "2026-11-19")).toBe(rate);
    expect(unitOf("rate").unit).toBe("ratio");
    expect(numberOf("alder", "2026-11-19")).toBe(group);
    expect(numberOf(null, "2026-11-19")).toBe(group);
  });
});

describe("the line under the title", () => {
  it.each([
    ["apy_7d_effective", "compounded"],
    ["yield_30d", "not compounded"],
  ])("says how %s is calculated", (slug, compounding) => {
    const measure = measureOf(slug);
    if (!measure) throw new Error(slug);
    const convention = `per year, act/365, NAV-based, distributions reinvested, ${compounding}`;
    expect(unitLine("ratio", measure, "level", "day")).toBe(
      `Percent ${convention}, end of day UTC`,
    );
  });
});
