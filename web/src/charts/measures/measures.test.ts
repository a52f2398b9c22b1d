import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { measureOf, measures } from "./measures";

type Line = Record<string, string>;

function rowsOf(path: string): ReadonlyArray<Line> {
  const text = readFileSync(join(process.cwd(), "..", path), "utf8");
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => {
    // Not at commas within quotes.
    const cells = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
}

const known = rowsOf("deploy/seed/measures.csv");
const derived = rowsOf("deploy/seed/timeseries/derived.csv");
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
      .map(({ slug, name = "", unit, kind, aggregation = "" }) => ({
        slug,
        name: name.replaceAll('"', ""),
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
