import { describe, expect, it } from "vitest";
import { mostSimilar, searchTerms, similarity } from "./similarity";

describe("similarity", () => {
  it("is one for the same text and nothing for two that share no letters", () => {
    expect(similarity("ethereum", "Ethereum")).toBe(1);
    expect(similarity("abc", "xyz")).toBe(0);
    expect(similarity("", "xyz")).toBe(0);
  });

  it("puts a slip of the fingers first", () => {
    const offers = ["ethereum-classic", "ethereum", "eos", "aptos"].map((slug) => ({
      slug,
      name: slug,
    }));
    expect(mostSimilar("etherium", offers).map(({ slug }) => slug)).toEqual([
      "ethereum",
      "ethereum-classic",
    ]);
  });
});

describe("searchTerms", () => {
  it("are how the words of the slug begin", () => {
    expect(searchTerms("Harbour-fund_2")).toEqual(["har", "fun"]);
    expect(searchTerms("x1")).toEqual(["x1"]);
    expect(searchTerms("%_")).toEqual([]);
    expect(searchTerms("a".repeat(10_000))).toEqual(["aaa"]);
  });
});
