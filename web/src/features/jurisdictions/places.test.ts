import { describe, expect, it } from "vitest";
import { sampleCountry, sampleEvent, sampleLaw, sampleRegulator } from "@/testing/lawFixtures";
import { sortedPlaces } from "./placeColumns";
import { shadedMap } from "./placeShades";
import { bestDocumented, isRecorded, lawsOf, placesOf, unionCode } from "./places";

const france = sampleCountry({ code: "FR", name: "France", is_eu_member: true, asset_count: 40 });
const chad = sampleCountry({ code: "TD", name: "Chad", asset_count: 0, issuer_count: 0 });
const union = sampleLaw({
  code: unionCode,
  name: "European Union",
  kind: "supranational",
  country_code: null,
  legal_status: null,
  rule_count: 9,
});
const minor = sampleRegulator({ id: 22, name: "Second office (sample)", is_primary: false });
const places = placesOf({
  countries: [sampleCountry(), france, chad],
  jurisdictions: [sampleLaw(), union],
  regulators: [minor, sampleRegulator()],
  events: [sampleEvent()],
});
const byCode = new Map(places.map((place) => [place.code, place]));

describe("places and their laws", () => {
  it("are all countries and unions by name, the main regulator first", () => {
    expect(places.map(({ name }) => name)).toEqual([
      "Chad",
      "European Union",
      "France",
      "Switzerland",
    ]);
    expect(byCode.get("CH")?.regulators.map(({ is_primary }) => is_primary)).toEqual([true, false]);
    expect(byCode.get("CH")?.events).toHaveLength(1);
    expect(places.filter(isRecorded).map(({ code }) => code)).toEqual(["EU", "FR", "CH"]);
  });

  it("count the law of the union for its members alone", () => {
    const laws = (code: string) => {
      const place = byCode.get(code);
      return place ? lawsOf(place, byCode).map((law) => law.code) : null;
    };
    expect(laws("FR")).toEqual(["EU"]);
    expect(laws("CH")).toEqual(["CH"]);
  });

  it("begin a matrix with countries whose law is known", () => {
    expect(bestDocumented(places, 5)).toEqual(["CH"]);
  });

  it("are sorted with what is unknown last, either way", () => {
    const codes = (direction: "ascending" | "descending") =>
      sortedPlaces(places, { column: "legal_status", direction }).map(({ code }) => code);
    expect(codes("ascending")[0]).toBe("CH");
    expect(codes("descending")[0]).toBe("CH");
  });
});

describe("the colours of the map", () => {
  it("tell choices, what has none, and what is not recorded apart", () => {
    const map = shadedMap("law", places);
    expect(map.places.get("CH")).toMatchObject({ words: "Legal with restrictions" });
    expect(map.places.get("FR")).toMatchObject({ words: "Not disclosed" });
    expect(map.places.get("TD")).toMatchObject({ words: "Nothing recorded", colour: null });
    expect(map.places.has(unionCode)).toBe(false);
    expect(map.legend.map(({ label }) => label)).toEqual([
      "Legal with restrictions",
      "Recorded, not disclosed",
    ]);
  });

  it("give more to the larger count, and say the bounds", () => {
    const { places: shadedPlaces, legend } = shadedMap("assets", places);
    expect(shadedPlaces.get("FR")?.words).toBe("40 assets");
    expect(shadedPlaces.get("CH")?.colour).toBe("var(--seq-3)");
    expect(shadedPlaces.get("FR")?.colour).toBe("var(--seq-7)");
    expect(legend[0]?.label).toMatch(/^3 to/);
    expect(legend.at(-1)?.label).toBe("None");
    expect(
      shadedMap(
        "rules",
        placesOf({ countries: [france], jurisdictions: [], regulators: [], events: [] }),
      ).legend,
    ).toHaveLength(1);
  });
});
