import { expect, it } from "vitest";
import type { Asset } from "@/api/contract";
import { sampleAsset } from "@/testing/catalogFixtures";
import { assetSheet } from "./assetSheet";

/** The facts and tabs that an asset shows, of those that only some groups of classes have. */
function shownOf(part: Partial<Asset>) {
  const row = sampleAsset(part);
  const facts = assetSheet.groups.flatMap((group) => group.facts);
  const strategy = facts.find(({ field }) => field === "strategy");
  const appraised = facts.find(({ field }) => field === "appraised_on");
  const property = assetSheet.related.find(({ id }) => id === "property");
  return [strategy, appraised, property].map((each) => each?.when?.(row));
}

it("shows strategy, appraisal and property by the group of the class", () => {
  expect(shownOf({})).toEqual([false, false, false]);
  expect(shownOf({ class_group: "institutional-funds" })).toEqual([true, false, false]);
  // Whatever the class is called in the classification in use.
  const house = { asset_class_slug: "rental-houses", class_group: "real-estate" };
  expect(shownOf(house)).toEqual([false, true, true]);
  expect(shownOf({ asset_class_slug: "real-estate", class_group: null })).toEqual([
    false,
    false,
    false,
  ]);
  expect(shownOf({ strategy: "basis", appraised_on: "2026-10-01" })).toEqual([true, true, false]);
});
