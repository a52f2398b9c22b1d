import { describe, expect, it } from "vitest";
import { shadedCountries } from "./CountryMap";
import type { Split } from "./splits";

function country(key: string, value: number | null): Split {
  return {
    key,
    name: key,
    value,
    members: 1,
    share: null,
    change: null,
    before: null,
    sample: true,
    wholeSample: true,
    of: [key],
  };
}

describe("the map of a class", () => {
  it("shades countries by what is issued there, and says what the colours stand for", () => {
    const { places, legend } = shadedCountries([
      country("CH", 400e6),
      country("DE", 40e6),
      country("Not disclosed", 5e6),
      country("FR", null),
    ]);
    expect([...places.keys()]).toEqual(["CH", "DE"]);
    expect(places.get("CH")).toMatchObject({
      words: "$400.00M, includes sample data",
      sample: true,
    });
    expect(places.get("CH")?.colour).not.toBe(places.get("DE")?.colour);
    expect(legend[0]?.label).toMatch(/^Below \$\d+M$/);
    expect(legend.at(-1)?.label).toMatch(/and more$/);
    expect(legend.at(-1)?.colour).toBe(places.get("CH")?.colour);
  });

  it("has no colours where nothing is known, and one where one country is", () => {
    expect(shadedCountries([country("FR", null)]).legend).toEqual([]);
    expect(shadedCountries([country("FR", 1e6)]).legend.map(({ label }) => label)).toEqual([
      "Value available",
    ]);
  });
});
