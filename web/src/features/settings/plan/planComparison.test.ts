import { expect, it } from "vitest";
import { commonText, comparePlans } from "./planComparison";
import { sampleUse, tieredPlans } from "./planFixtures";

const nameOf = (dimension: string, id: number) => `${dimension} ${id}`;

it("leaves out what all plans have in common", () => {
  const { plans } = sampleUse().plan;
  const { columns, rows } = comparePlans(plans, nameOf);
  expect(columns.map(({ title }) => title)).toEqual(["Requests per second"]);
  expect(rows.map(({ values }) => values[0])).toEqual([
    { text: "50", detail: "3,000 at once" },
    { text: "100", detail: "6,000 at once" },
    { text: "500", detail: "30,000 at once" },
  ]);
  expect(commonText(plans)).toContain("includes all data");
});

it("says for which classes a value holds", () => {
  const { columns, rows } = comparePlans(tieredPlans, nameOf);
  const titles = columns.map(({ title }) => title);
  const cell = (plan: number, column: string) => rows[plan]?.values[titles.indexOf(column)];
  expect(cell(0, "History")).toEqual({ text: "Last 365 days", detail: null });
  expect(cell(1, "History")).toEqual({ text: "All", detail: "Other classes: last 365 days" });
  expect(cell(0, "Measures")).toEqual({ text: "2 measures", detail: null });
  expect(cell(1, "Measures")).toEqual({ text: "All", detail: "Other classes: 2 measures" });
  expect(titles).not.toContain("Delay");
  expect(commonText(tieredPlans)).toContain("Plans differ in measures");
});

it("names the classes of a plan without any other", () => {
  const [free, stablecoins] = tieredPlans;
  const alone = { plan: "PREMIUM_STABLECOINS" as const, parts: stablecoins?.parts.slice(1) ?? [] };
  const { columns, rows } = comparePlans([...(free ? [free] : []), alone], nameOf);
  const history = columns.findIndex(({ title }) => title === "History");
  expect(rows[1]?.values[history]).toEqual({ text: "All", detail: "Only asset_class 28" });
});
