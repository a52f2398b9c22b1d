import { describe, expect, it } from "vitest";
import { seedRows } from "@/lib/files/seedRows";
import { measureOf, measures } from "./measures";

const known = seedRows("measures.csv");
const derived = seedRows("timeseries/derived.csv");
const derivedSlugs = new Set(derived.map(({ slug }) => slug));
const observed = known.filter(({ slug }) => !derivedSlugs.has(slug));

const combinings: Record<string, string> = {
  sum: "sum",
  not_additive: "sum",
  weighted_average: "average",
  last: "alone",
  none: "alone",
};

describe("the measures that are offered", () => {
  it("are those of the service, with its names, units and natures", () => {
    const offered = measures.map(({ slug, name, unit, kind, combining }) => ({
      slug,
      name,
      unit,
      kind,
      combining,
    }));
    const served = known
      .filter(({ slug = "" }) => measureOf(slug) !== undefined)
      .map(({ slug, name, unit, kind, aggregation = "" }) => ({
        slug,
        name,
        unit,
        kind,
        combining: combinings[aggregation],
      }));
    const byName = (one: { slug?: string }, other: { slug?: string }) =>
      (one.slug ?? "") < (other.slug ?? "") ? -1 : 1;
    expect(offered.toSorted(byName)).toEqual(served.toSorted(byName));
  });

  it("weigh averages as the service does", () => {
    const weights = derived.filter(({ weight = "" }) => weight !== "");
    for (const { slug = "", weight } of weights) {
      expect(measureOf(slug)?.weight ?? weight, slug).toBe(weight);
    }
    expect(weights.length).toBeGreaterThan(10);
  });

  it("leave none out that is observed", () => {
    expect(observed.filter(({ slug = "" }) => measureOf(slug) === undefined)).toEqual([]);
  });
});
