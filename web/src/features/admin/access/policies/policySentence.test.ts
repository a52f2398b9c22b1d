import { expect, it } from "vitest";
import type { Dimension, TimeBounds } from "@/api/contract";
import { allFields, noDays, noLimits } from "./policyParts";
import { type PolicyTerms, policySentence } from "./policySentence";

const treasuries: PolicyTerms = {
  effect: "allow",
  actions: ["list", "read", "export"],
  endpoints: ["assets", "asset_timeseries"],
  where: [{ dimension: "asset_class", operator: "in", ids: [27] }],
  fields: allFields,
  time: noDays,
  limits: { ...noLimits, rows_per_response: 50_000 },
};

function nameOf(dimension: Dimension, id: number): string {
  return dimension === "asset_class" && id === 27 ? "U.S. Treasuries" : `#${id}`;
}

function chart(time: Partial<TimeBounds>): string {
  const policy: PolicyTerms = {
    ...treasuries,
    actions: ["timeseries"],
    endpoints: ["asset_timeseries"],
    where: [],
    time: { ...noDays, ...time },
    limits: noLimits,
  };
  return policySentence(policy, "Visitors", nameOf);
}

it("reads as a sentence", () => {
  expect(policySentence(treasuries, "Premium Treasuries", nameOf)).toBe(
    "Premium Treasuries may list, read and export assets and time series of U.S. Treasuries, " +
      "up to 50,000 rows an answer",
  );
});

it("names days and limits", () => {
  const bounded: PolicyTerms = {
    ...treasuries,
    actions: ["timeseries"],
    endpoints: ["asset_timeseries"],
    time: { ...noDays, max_days_back: 30, min_lag_minutes: 24 * 60 },
    limits: { ...noLimits, requests_per_second: 1, export_formats: ["csv", "parquet"] },
  };
  expect(policySentence(bounded, "Visitors", nameOf)).toBe(
    "Visitors may chart time series of U.S. Treasuries, 30 days back at most, delayed by " +
      "24 hours, up to 1 request a second, files as CSV and Parquet",
  );
});

it("reads as a denial", () => {
  const denial: PolicyTerms = {
    ...treasuries,
    effect: "deny",
    endpoints: ["assets"],
    where: [{ dimension: "network", operator: "not_in", ids: [1, 2, 3, 4, 5, 6, 7] }],
    fields: { mode: "only", names: ["cusip", "isin"] },
    limits: noLimits,
  };
  expect(policySentence(denial, "Guests", nameOf)).toBe(
    "Guests may not list, read or export the fields cusip and isin of assets except those on " +
      "#1, #2, #3, #4, #5 and 2 more",
  );
});

it("names the bounds of days", () => {
  expect(chart({ from: "2024-01-01", to: "2024-12-31" })).toMatch(
    /time series, from 2024-01-01 to 2024-12-31$/,
  );
  expect(chart({ from: "2024-01-01" })).toMatch(/, from 2024-01-01$/);
  expect(chart({ to: "2024-12-31" })).toMatch(/, until 2024-12-31$/);
  expect(chart({ min_lag_minutes: 15 })).toMatch(/, delayed by 15 minutes$/);
  expect(chart({ min_lag_minutes: 0, granularity_min: "day" })).toMatch(/time series$/);
  expect(chart({ granularity_min: "month" })).toMatch(/, by month at the finest$/);
});
