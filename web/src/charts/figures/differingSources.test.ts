import { expect, it } from "vitest";
import type { LatestValue } from "@/api/contract";
import { differenceText } from "./differingSources";

const latest: LatestValue = {
  series_id: 1,
  subject_kind: "asset",
  subject_slug: "fund",
  subject_name: "Fund",
  measure_slug: "net_asset_value_dollar",
  kind: "stock",
  unit: "usd",
  network_slug: null,
  source: "oracle",
  is_sample: false,
  value: 10.33,
  date: "2026-11-18",
  age_days: 1,
  is_stale: false,
  changes: [],
  differing: [],
  is_average: false,
  value_date: "2026-11-18",
  is_carried: true,
  is_partial: false,
};
const report = {
  source: "report",
  value: 10.03,
  reason: null,
  rank: 2,
  rank_known_at: null,
  is_taken: false,
  differs: true,
};

it("states the value of each source where they contradict each other", () => {
  expect(differenceText({ ...latest, differing: [report] })).toBe(
    "Sources differ on 18 Nov 2026: $10.33 (oracle), $10.03 (report)",
  );
});

it("has no text if the sources agree, or for a missing value", () => {
  expect(differenceText(latest)).toBeNull();
  expect(differenceText(undefined)).toBeNull();
  expect(differenceText({ ...latest, date: null, differing: [report] })).toBeNull();
});
