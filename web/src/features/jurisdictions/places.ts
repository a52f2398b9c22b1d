import type { Country, Jurisdiction, JurisdictionEvent, Region, Regulator } from "@/api/contract";

/** A country or a union with everything the catalog knows of its law. */
export type Place = {
  code: string;
  /** The code, by which numbers are asked for. */
  slug: string;
  name: string;
  region: Region | null;
  isUnion: boolean;
  /** In the European Union, whose law holds beside its own. */
  isMember: boolean;
  country: Country | null;
  law: Jurisdiction | null;
  /** The main one first. */
  regulators: ReadonlyArray<Regulator>;
  events: ReadonlyArray<JurisdictionEvent>;
};

type Facts = {
  countries: ReadonlyArray<Country>;
  jurisdictions: ReadonlyArray<Jurisdiction>;
  regulators: ReadonlyArray<Regulator>;
  events: ReadonlyArray<JurisdictionEvent>;
};

export const unionCode = "EU";

/** Every country and every union, in the order of their names. */
export function placesOf(facts: Facts): ReadonlyArray<Place> {
  const laws = new Map(facts.jurisdictions.map((law) => [law.code, law]));
  const ofCode = (code: string) => ({
    regulators: facts.regulators
      .filter(({ jurisdiction_code }) => jurisdiction_code === code)
      .toSorted((one, other) => Number(other.is_primary ?? 0) - Number(one.is_primary ?? 0)),
    events: facts.events.filter(({ jurisdiction_code }) => jurisdiction_code === code),
  });
  const countries = facts.countries.map((country): Place => {
    const { code, name, region, is_eu_member } = country;
    const law = laws.get(code) ?? null;
    return {
      code,
      slug: code,
      name,
      region,
      isUnion: false,
      isMember: is_eu_member,
      country,
      law,
      ...ofCode(code),
    };
  });
  const covered = new Set(countries.map(({ code }) => code));
  const unions = facts.jurisdictions
    .filter(({ code }) => !covered.has(code))
    .map((law): Place => {
      const { code, name, region } = law;
      return {
        code,
        slug: code,
        name,
        region,
        isUnion: true,
        isMember: false,
        country: null,
        law,
        ...ofCode(code),
      };
    });
  return [...countries, ...unions].toSorted((one, other) =>
    one.name.localeCompare(other.name, "en"),
  );
}

export function ruleCount({ law }: Place): number {
  return law?.rule_count ?? 0;
}

/** Whether a place has a record of law, assets or issuers. */
export function isRecorded(place: Place): boolean {
  const { country, law } = place;
  return law !== null || (country?.asset_count ?? 0) > 0 || (country?.issuer_count ?? 0) > 0;
}

/** The laws that hold in a place: its own, and that of its union. */
export function lawsOf(place: Place, places: ReadonlyMap<string, Place>): Jurisdiction[] {
  const union = place.isMember ? places.get(unionCode)?.law : null;
  return [place.law, union].filter((law) => law !== null && law !== undefined);
}

/** The countries with the most records of law, which the matrix shows first. */
export function bestDocumented(places: ReadonlyArray<Place>, most: number): string[] {
  return places
    .filter(({ country, law }) => country !== null && (law?.legal_status ?? null) !== null)
    .toSorted((one, other) => ruleCount(other) - ruleCount(one))
    .slice(0, most)
    .map(({ code }) => code);
}
