import { describe, expect, it } from "vitest";
import { measureOf } from "@/charts/measures/measures";
import { unitLine } from "./preparedChart";

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
