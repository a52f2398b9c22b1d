import { describe, expect, it } from "vitest";
import { isolate, readHidden, toggle, writeHidden } from "./visibility";

const ids = ["bills", "bonds", "gold", "(other)"];

describe("what a legend shows, as a text", () => {
  it("names the one that is alone, and comes back from it", () => {
    const hidden = isolate(ids, new Set(), "gold");
    expect(writeHidden(ids, hidden)).toBe("gold");
    expect(readHidden("gold", ids)).toEqual(hidden);
  });

  it("names the few that are hidden", () => {
    const hidden = toggle(new Set(), "bonds");
    expect(writeHidden(ids, hidden)).toBe("-bonds");
    expect(readHidden("-bonds", ids)).toEqual(hidden);
  });

  it("says nothing where all are shown, and that none is", () => {
    expect(writeHidden(ids, new Set())).toBe("");
    expect(readHidden("", ids).size).toBe(0);
    const all = new Set(ids);
    expect(readHidden(writeHidden(ids, all), ids)).toEqual(all);
  });

  it("ignores names that no series has", () => {
    expect(readHidden("silver,-copper", ids).size).toBe(0);
    expect(readHidden("silver,gold", ids)).toEqual(isolate(ids, new Set(), "gold"));
    expect(readHidden("gold", []).size).toBe(0);
  });

  it("comes back whatever is hidden", () => {
    for (let bits = 0; bits < 2 ** ids.length; bits += 1) {
      const hidden = new Set(ids.filter((_, place) => bits & (2 ** place)));
      expect(readHidden(writeHidden(ids, hidden), ids)).toEqual(hidden);
    }
  });
});
