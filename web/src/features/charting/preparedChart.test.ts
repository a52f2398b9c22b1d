import { describe, expect, it } from "vitest";
import type { Explained } from "@/app-state/explained";
import { type PreparedChart, withBenchmarks } from "./preparedChart";

const group: Explained = { kind: "count", name: "Groups", figure: "1", of: "assets" };
const rate: Explained = {
  kind: "series",
  key: { subject_kind: "benchmark", subject_slug: "ust-par-m3", measure: "benchmark_rate" },
};

const drawn: PreparedChart = {
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
  origin: {},
  corrected: { rows: [], error: null, loaded: true, onRetry: () => {} },
  numberOf: () => group,
  unitOf: () => ({ unit: "usd", measure: "price_dollar" }),
};

describe("a drawing beside benchmarks", () => {
  it("explains each of them as what it is, and not as a group without members", () => {
    const { numberOf, unitOf } = withBenchmarks(drawn, (id) =>
      id === "rate" ? { unit: "ratio", measure: "benchmark_rate", numberOf: () => rate } : null,
    );
    expect(numberOf("rate", "2026-11-19")).toBe(rate);
    expect(unitOf("rate").unit).toBe("ratio");
    expect(numberOf("alder", "2026-11-19")).toBe(group);
    expect(numberOf(null, "2026-11-19")).toBe(group);
  });
});
