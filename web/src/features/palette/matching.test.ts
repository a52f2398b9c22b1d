import { expect, it } from "vitest";
import { type EntryGroup, matchEntries, pieces } from "./matching";

function group(label: string, ...labels: string[]): EntryGroup {
  const entries = labels.map((each) => ({
    id: each,
    label: each,
    subtitle: each === "Harbour fund (sample)" ? "0xabc" : null,
    icon: "issuer" as const,
    run: () => {},
  }));
  return { key: label, label, entries };
}

const groups = [
  group("Latest", "Market Overview", "News"),
  group("Asset Classes", "Stablecoins", "U.S. Treasuries", "Stocks"),
  group("Assets", "Harbour fund (sample)", "Zürich note (sample)"),
];

function found(query: string): string[] {
  return matchEntries(groups, query).flatMap(({ entries }) => entries.map(({ label }) => label));
}

it("offers everything before anything is typed", () => {
  expect(found("  ")).toHaveLength(7);
});

it("puts a label that begins with the word before one that has it inside", () => {
  expect(found("st")).toEqual(["Stablecoins", "Stocks"]);
  expect(found("s")[0]).toBe("Stablecoins");
});

it("wants every word, in any order, in any case", () => {
  expect(found("overview MARKET")).toEqual(["Market Overview"]);
  expect(found("market stocks")).toEqual([]);
});

it("finds by the group and by what stands beside the label", () => {
  expect(found("classes")).toEqual(["Stablecoins", "U.S. Treasuries", "Stocks"]);
  expect(found("0xABC")).toEqual(["Harbour fund (sample)"]);
});

it("finds letters with accents by those without", () => {
  expect(found("zurich")).toEqual(["Zürich note (sample)"]);
});

it("takes signs of patterns for what they are", () => {
  expect(found("u.s.")).toEqual(["U.S. Treasuries"]);
  expect(found("(.*")).toEqual([]);
});

it("marks what was found", () => {
  expect(pieces("Market Overview", "over mar").filter((piece) => piece.found)).toMatchObject([
    { text: "Mar" },
    { text: "Over" },
  ]);
  expect(pieces("Zürich", "zur")[0]).toMatchObject({ text: "Zür", found: true });
  expect(pieces("News", "")).toMatchObject([{ text: "News", found: false }]);
});
