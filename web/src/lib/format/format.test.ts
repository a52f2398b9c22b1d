import { describe, expect, it } from "vitest";
import { documentTitle } from "../brand";
import * as format from ".";

const now = Date.parse("2026-11-20T12:00:00.000Z");
const formatters = {
  ...{ money: format.formatMoney, moneyExact: format.formatMoneyExact, say: format.sayMoney },
  ...{
    column: format.formatMoneyIn,
    price: format.formatPrice,
    priceExact: format.formatPriceExact,
  },
  ...{ count: format.formatCount, countFull: format.formatCountFull },
  ...{ countChange: format.formatCountChange, amount: format.formatAmountExact },
  ...{ percent: format.formatPercent, yield: format.formatYield, change: format.formatChange },
  ...{ fraction: format.formatFraction, bps: format.formatBasisPoints },
  points: (value: format.NullableNumber) => format.formatPointChange(value, "share"),
};

/** The same numbers in every run, of every size and both signs. */
function* numbers(count: number): Generator<number> {
  let state = 20_261_120;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  yield* [0, -0, 0.05, 0.5, 999.995, 999_999.99, 999_999_999, 1e15, 1e18, 1e21, 1e300, 5e-324];
  for (let index = 0; index < count; index += 1) {
    yield (next() < 0.5 ? -1 : 1) * next() * 10 ** (next() * 42 - 20);
  }
}

describe.each(Object.entries(formatters))("every %s", (_, write) => {
  it("is readable whatever its size", () => {
    for (const value of numbers(2000)) {
      const text = write(value);
      expect(text, String(value)).not.toMatch(/NaN|Infinity|undefined|-|e[+\d]/);
      expect(text.length, `${value} as ${text}`).toBeLessThan(42);
      if (!/[1-9]/.test(text)) expect(text, String(value)).not.toMatch(/[+−]/);
    }
  });

  it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])(
    "is no number for %s",
    (none) => {
      expect(write(none)).toMatch(/^(—|no value)$/);
    },
  );
});

it.each([
  [29_140_000_000, "$29.14B"],
  [391_600_000_000, "$391.60B"],
  [-1_234_567, "−$1.23M"],
  [999_999_999, "$1.00B"],
  [999.999, "$1.00K"],
  [1e15, "$1,000.00T"],
  [12.3, "$12.30"],
  [0.001, "<$0.01"],
  [-0.001, "−<$0.01"],
  [-0, "$0.00"],
])("shortens %d dollars to %s", (value, text) => {
  expect(format.formatMoney(value)).toBe(text);
});

it("writes money in a fixed unit", () => {
  expect(format.formatMoney(2_314_908_127.44, { unit: "M", digits: 1 })).toBe("$2,314.9M");
  expect(format.formatMoney(3, { unit: "M", digits: 1 })).toBe("<$0.1M");
  expect(format.splitMoney(29_140_000_000)).toEqual({ number: "$29.14", suffix: "B" });
  expect(format.splitCount(1_418_204)).toEqual({ number: "1.42", suffix: "M" });
  expect(format.formatMoneyIn(2_314_908_127.44)).toBe("2,314.9");
  expect(format.formatMoneyIn(9_770_000_000, "billions", 2)).toBe("9.77");
  expect(format.columnUnitLabel("millions")).toBe("US$ m");
  expect(format.sayMoney(29_140_000_000)).toBe("29.14 billion dollars");
});

it("writes exact money to the cent, and less than a cent in full", () => {
  expect(format.formatMoneyExact(2_314_908_127.44)).toBe("$2,314,908,127.44");
  expect(format.formatMoneyExact(-0.000123)).toBe("−$0.000123");
});

it("writes prices with the decimals of their unit", () => {
  expect(format.formatPrice(1)).toBe("$1.0000");
  expect(format.formatPrice(1, 6)).toBe("$1.000000");
  expect(format.formatPriceExact(1.0000415)).toBe("$1.0000415");
});

it.each([
  [1_418_204, "1.42M", "1,418,204"],
  [271_800_000, "271.8M", "271,800,000"],
  [71_904, "71,904", "71,904"],
  [99_999.6, "100.0K", "100,000"],
  [112, "112", "112"],
  [0, "0", "0"],
])("counts %d as %s and in full as %s", (value, compact, full) => {
  expect(format.formatCount(value)).toBe(compact);
  expect(format.formatCountFull(value)).toBe(full);
});

it.each([
  [0.042, "+4.2%", "up"],
  [-0.083, "−8.3%", "down"],
  [0, "0.0%", "flat"],
  [-0.0001, "0.0%", "flat"],
  [12.046, "+1,204.6%", "up"],
  [null, "—", "flat"],
])("writes the change %d as %s", (value, text, direction) => {
  expect(format.formatChange(value)).toBe(text);
  expect(format.directionOf(value)).toBe(direction);
});

it("writes shares, yields and fees from fractions", () => {
  expect(format.formatPercent(0.546)).toBe("54.6%");
  expect(format.formatPercent(0.0001)).toBe("<0.1%");
  expect(format.formatYield(0.0407)).toBe("4.07%");
  expect(format.formatYield(0.01005)).toBe("1.01%");
  expect(format.formatFraction(0.546312)).toBe("0.546312");
  expect(format.formatFraction(0.1 + 0.2)).toBe("0.3");
  expect(format.formatBasisPoints(0.002)).toBe("20 bps");
});

it("never calls a change of percentages a percentage", () => {
  expect(format.formatPointChange(-0.009, "share")).toBe("−0.9 pp");
  expect(format.formatPointChange(-0.0004, "rate")).toBe("−0.04 pp");
  expect(format.formatPointChange(0, "share")).toBe("0.0 pp");
});

it("writes instants in UTC", () => {
  expect(format.formatDay("2026-11-19T23:59:00.000Z")).toBe("19 Nov 2026");
  expect(format.formatDay("2026-09-04")).toBe("4 Sep 2026");
  expect(format.formatTime("2026-11-19T09:36:00.000Z")).toBe("09:36 UTC");
  expect(format.formatInstant("2026-11-19T09:36:00.000Z")).toBe("19 Nov 2026, 09:36 UTC");
});

it.each([null, undefined, "", "never"])("has no date for %s", (none) => {
  const texts = [format.formatDay(none), format.formatTime(none), format.formatInstant(none)];
  expect([...texts, format.formatAge(none, now)]).toEqual(["—", "—", "—", "—"]);
});

it.each([
  ["2026-11-20T11:59:40.000Z", "just now"],
  ["2026-11-20T12:00:05.000Z", "just now"],
  ["2026-11-20T11:46:00.000Z", "14 min ago"],
  ["2026-11-20T09:00:00.000Z", "3 h ago"],
  ["2026-11-18T11:00:00.000Z", "2 d ago"],
  ["2026-11-01T11:00:00.000Z", "1 Nov 2026"],
])("calls %s %s", (instant, age) => {
  expect(format.formatAge(instant, now)).toBe(age);
});

it.each([
  ["2026-11-09", "2026-11-19", "9 to 19 Nov 2026"],
  ["2026-10-30", "2026-11-02", "30 Oct to 2 Nov 2026"],
  ["2025-12-30", "2026-01-02", "30 Dec 2025 to 2 Jan 2026"],
  ["2026-11-19", "2026-11-19", "19 Nov 2026"],
])("writes the days %s to %s as %s", (from, to, text) => {
  expect(format.formatDays(from, to)).toBe(text);
});

it("titles documents with the brand first", () => {
  expect(documentTitle("Sign in")).toBe("Assay | Sign in");
});
