import { describe, expect, it } from "vitest";
import { dayOfNumber } from "../dates";
import { scaleOf } from "../formatValues";
import { ageTicks, dayTicks, logAxis, tickLabels, valueAxis } from "./axis";

const dollars = { kind: "money" } as const;

function days(first: string, count: number, step = 1): string[] {
  const start = Math.round(Date.parse(first) / 86_400_000);
  return Array.from({ length: count }, (_, index) => dayOfNumber(start + index * step));
}

describe("value axis", () => {
  it("has at most four intervals on 1, 2, 2.5 or 5 and holds every value", () => {
    for (let seed = 1; seed < 400; seed += 1) {
      const low = Math.sin(seed * 12.9898) * 10 ** ((seed % 31) - 6);
      const high = low + Math.abs(Math.cos(seed * 78.233)) * 10 ** ((seed % 29) - 6);
      for (const fromZero of [true, false]) {
        const axis = valueAxis(low, high, fromZero);
        const step = (axis.max - axis.min) / (axis.ticks.length - 1);
        const leading = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
        expect(axis.ticks.length).toBeGreaterThanOrEqual(2);
        expect(axis.ticks.length).toBeLessThanOrEqual(5);
        expect([1, 2, 2.5, 5].some((nice) => Math.abs(leading - nice) < 1e-6)).toBe(true);
        expect(axis.min).toBeLessThanOrEqual(low + step * 1e-6);
        expect(axis.max).toBeGreaterThanOrEqual(high - step * 1e-6);
      }
    }
  });

  it("starts at zero for areas and bars, and where the values are for lines", () => {
    expect(valueAxis(12, 29.14, true).ticks).toEqual([0, 10, 20, 30]);
    expect(valueAxis(3.7, 4.9, false).ticks).toEqual([3.5, 4, 4.5, 5]);
    expect(valueAxis(-74, 211, true).ticks).toEqual([-100, 0, 100, 200, 300]);
  });

  it("gives a single value, zero and equal values an extent", () => {
    for (const value of [0, 5, -5, 1e17, 1e-9]) {
      const axis = valueAxis(value, value, false);
      expect(axis.max).toBeGreaterThan(axis.min);
      expect(axis.ticks.every(Number.isFinite)).toBe(true);
    }
  });

  it("writes currency and suffix on the uppermost label only", () => {
    const labels = tickLabels(valueAxis(0, 29.14e9, true), scaleOf(dollars, 29.14e9));
    expect(labels).toEqual(["0", "10", "20", "$30B"]);
    const millions = { kind: "money", per: 1e6 } as const;
    expect(tickLabels(valueAxis(0, 2.3e9, true), scaleOf(millions, 2.3e9)).at(-1)).toBe("$3,000M");
    expect(tickLabels(valueAxis(0.037, 0.049, false), scaleOf({ kind: "percent" }, 0.05))).toEqual([
      "3.5",
      "4.0",
      "4.5",
      "5.0%",
    ]);
    expect(tickLabels(valueAxis(-74e6, 211e6, true), scaleOf(dollars, 211e6))[0]).toBe("−100");
  });
});

describe("logarithmic axis", () => {
  it("stands on powers of ten over many of them, with at most four intervals", () => {
    for (const [low, high] of [
      [1, 1e9],
      [3e3, 8e8],
      [0.002, 40],
    ] as const) {
      const axis = logAxis(low, high);
      expect(axis.ticks.length).toBeLessThanOrEqual(6);
      expect(axis.min).toBeLessThanOrEqual(low);
      expect(axis.max).toBeGreaterThanOrEqual(high);
    }
  });

  it("uses 2 and 5 as well within one power", () => {
    expect(logAxis(1.2, 4.5).ticks).toEqual([1, 2, 5]);
  });
});

describe("time axis", () => {
  it("names months, and January as the year in bold", () => {
    const ticks = dayTicks(days("2025-11-19", 366), 690);
    expect(ticks.map(({ text }) => text)).toEqual(
      "Dec 2026 Feb Mar Apr May Jun Jul Aug Sep Oct Nov".split(" "),
    );
    expect(ticks.filter(({ strong }) => strong).map(({ text }) => text)).toEqual(["2026"]);
  });

  it("keeps labels apart at any width and length", () => {
    for (const width of [200, 330, 700, 1600])
      for (const count of [1, 2, 9, 30, 90, 120, 366, 1500, 5000]) {
        const ticks = dayTicks(days("2014-03-03", count), width);
        const perDay = width / Math.max(1, count - 1);
        ticks.slice(1).forEach((tick, index) => {
          expect((tick.index - (ticks[index]?.index ?? 0)) * perDay).toBeGreaterThanOrEqual(39.9);
        });
      }
  });

  it("marks Mondays of a short range, and every point of a very short one", () => {
    const ticks = dayTicks(days("2026-10-20", 30), 700);
    expect(ticks.map(({ text }) => text)).toEqual(["26 Oct", "2 Nov", "9 Nov", "16 Nov"]);
    expect(dayTicks(["2026-11-19"], 700)).toHaveLength(1);
  });

  it("names ages by months, as many as have room, with whole years in bold", () => {
    expect(ageTicks(0, 25, 600).map(({ text }) => text)).toEqual(
      Array.from({ length: 9 }, (_, place) => String(place * 3)),
    );
    const zoomed = ageTicks(10, 5, 600);
    expect(zoomed.map(({ index, text }) => `${index}:${text}`)).toEqual([
      "0:10",
      "1:11",
      "2:12",
      "3:13",
      "4:14",
    ]);
    expect(zoomed.filter(({ strong }) => strong).map(({ text }) => text)).toEqual(["12"]);
  });

  it("names the first of monthly values too", () => {
    const months = ["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"];
    expect(dayTicks(months, 500).map(({ text }) => text)).toEqual([
      "Dec",
      "2026",
      "Feb",
      "Mar",
      "Apr",
    ]);
  });
});
