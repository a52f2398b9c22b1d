import { describe, expect, it } from "vitest";
import { clues, likeness, likest } from "./likeness";

describe("likeness", () => {
  it("is one for the same text and nothing for two that share no letters", () => {
    expect(likeness("ethereum", "Ethereum")).toBe(1);
    expect(likeness("abc", "xyz")).toBe(0);
    expect(likeness("", "xyz")).toBe(0);
  });

  it("puts a slip of the fingers first", () => {
    const offers = ["ethereum-classic", "ethereum", "eos", "aptos"].map((slug) => ({
      slug,
      name: slug,
    }));
    expect(likest("etherium", offers).map(({ slug }) => slug)).toEqual([
      "ethereum",
      "ethereum-classic",
    ]);
  });
});

describe("clues", () => {
  it("are how the words of the slug begin", () => {
    expect(clues("Harbour-fund_2")).toEqual(["har", "fun"]);
    expect(clues("x1")).toEqual(["x1"]);
    expect(clues("%_")).toEqual([]);
    expect(clues("a".repeat(10_000))).toEqual(["aaa"]);
  });
});
