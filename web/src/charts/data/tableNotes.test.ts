import { describe, expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { newestText, truncationNote } from "./tableNotes";

describe("the lead of a table", () => {
  it("says how many are combined", () => {
    expect(truncationNote(112, 100, "largest", "others are omitted")).toBe(
      " Of the 100 largest; 12 others are omitted.",
    );
    expect(truncationNote(100, 100, "largest", "others are omitted")).toBe("");
    expect(truncationNote(undefined, 100, "largest", "others are omitted")).toBe("");
  });

  it("shows the day of the numbers where it is known", () => {
    const answer = sampleAnswer([
      sampleGroup("harbour", [1, 2]),
      sampleGroup("orchard", [3, null]),
    ]);
    expect(newestText(answer)).toBe(" Latest values: 19 Nov 2026.");
    expect(newestText(sampleAnswer([sampleGroup("harbour", [null])]))).toBe("");
    expect(newestText(undefined)).toBe("");
  });
});
