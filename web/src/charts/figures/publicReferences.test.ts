import { expect, it } from "vitest";
import type { LatestValue } from "@/api/contract";
import type { Reference } from "../queries/market";
import { referenceTile } from "./publicReferences";

const gold: LatestValue = {
  series_id: 1,
  subject_kind: "benchmark",
  subject_slug: "gold",
  subject_name: "Gold",
  measure_slug: "benchmark_price_dollar",
  kind: "stock",
  unit: "usd",
  network_slug: null,
  source: "world-bank",
  is_sample: false,
  value: 4_100,
  date: "2025-11-30",
  age_days: 20,
  is_stale: false,
  changes: [],
  differing: [],
  is_average: true,
  value_date: "2025-11-30",
  is_carried: true,
  is_partial: false,
};
const reference: Reference = {
  slug: "gold",
  measure: "benchmark_price_dollar",
  label: "Gold",
  unit: "money",
};

it("marks an average, and names its month", () => {
  const tile = referenceTile(reference, gold, undefined);
  expect(tile.freshness?.text).toBe("World Bank, November 2025, average");
  const stale = referenceTile(reference, { ...gold, is_stale: true }, undefined);
  expect(stale.note).toBe("November 2025, average");
  const measured = referenceTile(reference, { ...gold, is_average: false }, undefined);
  expect(measured.freshness?.text).toBe("World Bank, 30 Nov 2025");
});

it("marks a value whose day is not over", () => {
  const running = { value_date: "2026-11-20", is_average: false, is_carried: false };
  const tile = referenceTile(reference, { ...gold, ...running, is_partial: true }, undefined);
  expect(tile.freshness?.text).toBe("World Bank, 20 Nov 2026, partial: not over");
});

it("changes over the chosen period", () => {
  const changes = [
    { days: 30, amount: 100, ratio: 0.025 },
    { days: 365, amount: 900, ratio: 0.28 },
  ];
  const change = (period: "7d" | "30d" | "365d") =>
    referenceTile(reference, { ...gold, changes }, undefined, period).change;
  expect(change("30d")).toMatchObject({ value: 0.025, period: "30d" });
  expect(change("365d")).toMatchObject({ value: 0.28, period: "1y" });
  expect(change("7d")).toMatchObject({ value: null, reason: "No value 7 days before" });
});
