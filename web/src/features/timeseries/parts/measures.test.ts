import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { measureOf, measures } from "./measures";

type Line = Record<string, string>;

/** The files have no quoted comma before the columns that are read here. */
function rowsOf(path: string): ReadonlyArray<Line> {
  const text = readFileSync(join(process.cwd(), "..", path), "utf8");
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
}

const known = [
  ...rowsOf("deploy/seed/measures.csv"),
  ...rowsOf("deploy/seed/timeseries/measures.csv"),
];

const combinings: Record<string, string> = {
  sum: "sum",
  not_additive: "sum",
  weighted_average: "average",
  last: "alone",
  none: "alone",
};

describe("the measures that are offered", () => {
  it("are those of the service, with its units and natures", () => {
    const offered = measures.map(({ slug, unit, kind, combining }) => ({
      slug,
      unit,
      kind,
      combining,
    }));
    const served = known
      .filter(({ slug = "" }) => measureOf(slug) !== undefined)
      .map(({ slug, unit, kind, aggregation = "" }) => ({
        slug,
        unit,
        kind,
        combining: combinings[aggregation],
      }));
    const byName = (one: { slug?: string }, other: { slug?: string }) =>
      (one.slug ?? "") < (other.slug ?? "") ? -1 : 1;
    expect(offered.toSorted(byName)).toEqual(served.toSorted(byName));
  });

  it("leave none of them out", () => {
    expect(known.filter(({ slug = "" }) => measureOf(slug) === undefined)).toEqual([]);
  });
});
