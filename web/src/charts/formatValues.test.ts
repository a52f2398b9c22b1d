import { describe, expect, it } from "vitest";
import { exactDigits, formatCell, formatValue, sayValue, scaleOf, shareText } from "./formatValues";

describe("figures of a chart", () => {
  it("have one scale, from the largest value or as configured", () => {
    expect(scaleOf({ kind: "money" }, 29.14e9).head).toBe("US$ bn");
    expect(scaleOf({ kind: "money", per: 1e6 }, 29.14e9).head).toBe("US$ m");
    expect(scaleOf({ kind: "count", noun: "holders" }, 71_904).head).toBe("Holders, k");
    expect(scaleOf({ kind: "count", noun: "holders" }, 940).head).toBe("Holders");
    expect(scaleOf({ kind: "money" }, 0).head).toBe("US$");
  });

  it("stand under their unit in a table and carry it alone", () => {
    const scale = scaleOf({ kind: "money" }, 29.14e9);
    expect(formatCell(9.774e9, scale)).toBe("9.77");
    expect(formatCell(-9.774e9, scale)).toBe("−9.77");
    expect(formatCell(null, scale)).toBe("—");
    expect(formatCell(0, scale)).toBe("0.00");
    expect(formatCell(1e3, scale)).toBe("<0.01");
    expect(formatValue(9.774e9, scale)).toBe("$9.77B");
    expect(formatValue(0.0407, scaleOf({ kind: "percent" }, 1))).toBe("4.07%");
  });

  it("are spoken in words", () => {
    const money = { kind: "money" } as const;
    expect(sayValue(9.77e9, scaleOf(money, 2e10), money)).toBe("9.77 billion dollars");
    expect(sayValue(null, scaleOf(money, 2e10), money)).toBe("no value");
    const share = { kind: "percent" } as const;
    expect(sayValue(-0.004, scaleOf(share, 1), share)).toBe("minus 0.40 percent");
  });

  it("are exported with all their digits and no exponent", () => {
    expect(exactDigits(8.1e21)).toBe("8100000000000000000000");
    expect(exactDigits(1.5e-9)).toBe("0.0000000015");
    expect(exactDigits(-0)).toBe("0");
    for (let power = -20; power <= 25; power += 1) {
      const value = 1.234567 * 10 ** power;
      expect(exactDigits(value)).toMatch(/^\d+(\.\d+)?$/);
      expect(Number(exactDigits(value))).toBe(value);
    }
  });

  it("have no share of an unknown or empty whole", () => {
    expect(shareText(1, null)).toBe("—");
    expect(shareText(1, 0)).toBe("—");
    expect(shareText(1, 3)).toBe("33.3%");
    expect(shareText(3, 3)).toBe("100%");
  });
});
