import { expect, it } from "vitest";
import { commonText, comparePlans } from "./planComparison";
import { sampleUse, tieredPlans } from "./planFixtures";

const nameOf = (dimension: string, id: number) => `${dimension} ${id}`;

it("leaves out what all plans have in common", () => {
  const { plans } = sampleUse().plan;
  const { columns, rows } = comparePlans(plans, nameOf);
  expect(columns).toEqual(["Requests"]);
  expect(rows.map(({ values }) => values[0])).toEqual([
    "50 a second, up to 3,000 at once",
    "100 a second, up to 6,000 at once",
    "500 a second, up to 30,000 at once",
  ]);
  expect(commonText(plans)).toContain("includes all data");
});

it("says for which classes a value holds", () => {
  const { columns, rows } = comparePlans(tieredPlans, nameOf);
  const cell = (plan: number, column: string) => rows[plan]?.values[columns.indexOf(column)];
  expect(cell(0, "History")).toBe("Last 365 days");
  expect(cell(1, "History")).toBe("All for asset_class 28; Last 365 days for other classes");
  expect(cell(0, "Measures")).toBe("2 headline measures");
  expect(cell(1, "Measures")).toBe("All for asset_class 28; 2 headline measures for other classes");
  expect(columns).not.toContain("Delay");
  expect(commonText(tieredPlans)).toContain("Plans differ in measures");
});
