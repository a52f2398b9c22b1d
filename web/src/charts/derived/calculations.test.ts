import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates/day";
import type { ChartSeries, Value } from "../types";
import {
  correlationOf,
  drawdownOf,
  peakPlace,
  ratioOf,
  rollingCorrelation,
  spreadOf,
} from "./calculations";

/** A number between 0 and 1 from a seed, the same at every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function walk(next: () => number, count: number, missing: number): readonly Value[] {
  let level = 100;
  return Array.from({ length: count }, () => {
    level *= 0.95 + next() * 0.1;
    return next() < missing ? null : level;
  });
}

function seriesOf(values: readonly Value[], part: Partial<ChartSeries> = {}): ChartSeries {
  return { id: "one", name: "One", sample: false, values, ...part };
}

function daysOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => addDays("2026-01-01", place));
}

/** The textbook's sums, in one pass. */
function naiveCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const sum = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((all, pair) => all + of(pair), 0);
  const count = pairs.length;
  const [x, y] = [sum(([one]) => one), sum(([, other]) => other)];
  const both = count * sum(([one, other]) => one * other) - x * y;
  const left = count * sum(([one]) => one * one) - x * x;
  const right = count * sum(([, other]) => other * other) - y * y;
  return both / Math.sqrt(left * right);
}

describe("a drawdown", () => {
  it("is each value against the highest one up to it", () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const next = random(seed);
      const values = walk(next, 60, 0.2);
      const from = Math.floor(next() * 30);
      const made = drawdownOf(values, from);
      values.forEach((value, place) => {
        const before = values.slice(from, place + 1).flatMap((one) => one ?? []);
        const peak = Math.max(...before);
        if (place < from || value === null) expect(made[place]).toBeNull();
        else {
          expect(made[place]).toBeCloseTo(value / peak - 1, 12);
          expect(values[peakPlace(values, from, place)]).toBe(peak);
        }
      });
    }
  });

  it("has no value below a peak that is not above zero", () => {
    expect(drawdownOf([-1, 0, 2, 1], 0)).toEqual([null, null, 0, -0.5]);
  });
});

describe("spread and ratio", () => {
  it("have the decimals of the values where they are differences", () => {
    const [one, other] = [
      [2_314_908_127.44, 0.3, 1 / 3],
      [323_224_997.35, 0.1, 0.25],
    ];
    expect(spreadOf(one ?? [], other ?? [])).toEqual([1_991_683_130.09, 0.2, 1 / 3 - 0.25]);
  });

  it("need both values, and the ratio one above zero", () => {
    const [one, other] = [
      [4, null, 3, 1, 5],
      [2, 1, null, 0, -5],
    ];
    expect(spreadOf(one ?? [], other ?? [])).toEqual([2, null, null, 1, 10]);
    expect(ratioOf(one ?? [], other ?? [])).toEqual([2, null, null, null, null]);
  });
});

describe("a correlation", () => {
  it("is that of the last returns between days on which both are known", () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const next = random(seed);
      const [one, other] = [walk(next, 90, 0.15), walk(next, 90, 0.15)];
      const days = daysOf(90);
      const pair = [
        { series: seriesOf(one), isRate: false },
        { series: seriesOf(other), isRate: false },
      ] as const;
      const window = 10;
      const made = rollingCorrelation(days, pair, window);
      days.forEach((_, place) => {
        const known = days.flatMap((_day, at) => {
          const [first, second] = [one[at] ?? null, other[at] ?? null];
          return at > place || first === null || second === null ? [] : [{ at, first, second }];
        });
        const returns = known.flatMap((now, at) => {
          const before = known[at - 1];
          if (!before || now.at - before.at > 7) return [];
          const pairOfReturns = [
            now.first / before.first - 1,
            now.second / before.second - 1,
          ] as const;
          return [{ at: now.at, pairOfReturns }];
        });
        const isOld = place - (returns.at(-1)?.at ?? place) > 7;
        if (returns.length < window || isOld) expect(made[place]?.value).toBeNull();
        else {
          const last = returns.slice(-window).map(({ pairOfReturns }) => pairOfReturns);
          expect(made[place]?.value).toBeCloseTo(naiveCorrelation(last), 8);
          expect(made[place]?.last).toBe(returns.at(-1)?.at);
        }
      });
    }
  });

  it("is one of a series with itself and less one with its opposite, at any scale", () => {
    const next = random(7);
    const returns = Array.from({ length: 30 }, () => next() - 0.5);
    const pairs = (factor: number) => returns.map((one) => ({ one, other: one * factor + 0.25 }));
    expect(correlationOf(pairs(1))).toBeCloseTo(1, 12);
    expect(correlationOf(pairs(1e6))).toBeCloseTo(1, 12);
    expect(correlationOf(pairs(-3))).toBeCloseTo(-1, 12);
    expect(correlationOf(pairs(0))).toBeNull();
  });

  it("leaves out days whose value is repeated, and ends when the returns do", () => {
    const next = random(3);
    const values = walk(next, 40, 0);
    const carried = {
      from: "2026-01-10",
      to: "2026-01-12",
      value_date: "2026-01-09",
      is_carried: true,
      is_partial: false,
      is_average: false,
      spans_gap: false,
      lacks_days: false,
    };
    const own = seriesOf(values, { qualifiers: [carried], newest: "2026-01-31" });
    const pair = [
      { series: own, isRate: false },
      { series: seriesOf(values), isRate: false },
    ] as const;
    // 31 January days less three carried ones leave 28 measured days and 27 returns.
    const valuesOf = (window: number) =>
      rollingCorrelation(daysOf(40), pair, window).map(({ value }) => value);
    expect(valuesOf(28).every((value) => value === null)).toBe(true);
    const made = valuesOf(27);
    expect(made.slice(0, 30).every((value) => value === null)).toBe(true);
    expect(made.slice(30, 38).map((value) => Math.round(value ?? 0))).toEqual(Array(8).fill(1));
    expect(made.slice(38)).toEqual([null, null]);
  });

  it("takes differences of rates, which may be zero or less", () => {
    const [one, other] = [seriesOf([0, -0.01, 0.02, 0]), seriesOf([100, 99, 102, 100])];
    const pair = [
      { series: one, isRate: true },
      { series: other, isRate: true },
    ] as const;
    expect(rollingCorrelation(daysOf(4), pair, 3)[3]?.value).toBeCloseTo(1, 12);
  });
});
