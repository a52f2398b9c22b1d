import { expect, it } from "vitest";
import { networksUnder } from "./networksUnder";

const network = (slug: string, parentSlug: string | null = null, aliasOf: string | null = null) =>
  [slug, { slug, name: slug.toUpperCase(), parent_slug: parentSlug, alias_of: aliasOf }] as const;

it("counts a network and all that settle on it, directly or through another one", () => {
  const all = new Map([
    network("main"),
    network("layer", "main"),
    network("deep", "layer"),
    network("other"),
    network("same", null, "main"),
  ]);
  expect(networksUnder("main", all)).toEqual(["DEEP", "LAYER", "MAIN"]);
  expect(networksUnder("other", all)).toEqual(["OTHER"]);
  expect(networksUnder("layer", all)).toEqual([]);
});

it("ends where networks settle on each other", () => {
  const all = new Map([network("one", "two"), network("two", "one")]);
  expect([...networksUnder("one", all), ...networksUnder("two", all)]).toHaveLength(2);
});
