import { describe, expect, it } from "vitest";
import { concentrationOf } from "./concentration";

const held = (share: number, own = false) => ({ share, is_issuer: own });

describe("concentration", () => {
  it("leaves out what the issuer holds itself", () => {
    const { tops, index, known, withoutIssuer } = concentrationOf([
      held(0.5, true),
      held(0.3),
      held(0.2),
    ]);
    expect({ known, withoutIssuer }).toEqual({ known: 2, withoutIssuer: true });
    expect(tops.map(({ share }) => share)).toEqual([0.6, 1, 1]);
    expect(index).toBeCloseTo(0.6 ** 2 + 0.4 ** 2);
  });

  it("says nothing of more holders than are known", () => {
    const { tops, index } = concentrationOf(Array.from({ length: 20 }, () => held(0.02)));
    expect(tops[0]?.share).toBeCloseTo(0.02);
    expect(tops[1]?.share).toBeCloseTo(0.2);
    expect(tops[2]?.share).toBeNull();
    expect(index).toBeCloseTo(20 * 0.0004);
  });

  it("is not known where nobody but the issuer holds anything", () => {
    const { tops, index } = concentrationOf([held(1, true)]);
    expect(tops.every(({ share }) => share === null)).toBe(true);
    expect(index).toBeNull();
  });
});
