import { expect, it } from "vitest";
import { simpleWeekYield, simpleYield, yieldConventions } from "@/lib/format/yieldConventions";
import declared from "../../../../proto/declared/yield_conventions.json";
import yields from "../../../../proto/declared/yields.json";
import { measureOf } from "./measures";

it("is declared for each yield that is calculated, and stands in its label", () => {
  const conventions = new Map(
    Object.values(declared).flatMap(({ convention, measures }) =>
      measures.map((measure) => [measure, convention] as const),
    ),
  );
  for (const slug of [...yields.measures, "yield_to_maturity", "rental_yield"]) {
    expect(measureOf(slug)?.convention, slug).toBe(conventions.get(slug));
    expect(conventions.get(slug), slug).toBeDefined();
  }
});

it("says day count, basis, distributions and compounding of a simple yield", () => {
  expect(yieldConventions.simple).toBe(
    "per year, act/365, NAV-based, distributions reinvested, not compounded",
  );
  expect(simpleYield.description).toBe(`Percent ${yieldConventions.simple}`);
});

it("states what the 7-day yield shares with that of the SEC, and what differs", () => {
  expect(simpleWeekYield.description).toBe(
    "Percent per year, act/365 like the SEC 7-day yield, NAV-based instead of net income, distributions reinvested, not compounded",
  );
});
