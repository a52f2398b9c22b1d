import { expect, it } from "vitest";
import { slugLabel, slugOf } from "./slug";

it.each([
  ["harbour-fund", "Harbour fund"],
  ["a_b--c", "A b c"],
  ["tab\u0000\u202eled", "Tab led"],
  ["", ""],
  ["---", ""],
  ["صندوق-الميناء", "صندوق الميناء"],
  ["x".repeat(500), `X${"x".repeat(79)}`],
])("words %j as %j", (slug, words) => {
  expect(slugLabel(slug)).toBe(words);
});

it.each([
  ["Société Générale S.A.", "societe-generale-s-a"],
  ["  Quay (sample) ", "quay-sample"],
  ["صندوق", ""],
  [`${"x".repeat(119)} y`, "x".repeat(119)],
])("makes a slug of %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
