import { describe, expect, it } from "vitest";
import { exactSum, sumOfKnown } from "./exactSum";

/** Every finite number is a whole multiple of 2 to the power of -1074. */
const smallestExponent = 1074;

function asWhole(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const whole = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return word >> 63n === 0n ? whole : -whole;
}

/** The number nearest to a multiple of 2 to the power of -1074; halves go to the even one. */
function nearest(whole: bigint): number {
  const size = whole < 0n ? -whole : whole;
  const extra = Math.max(0, size.toString(2).length - 53);
  const unit = 1n << BigInt(extra);
  const [floor, rest] = [size / unit, size % unit];
  const isUp = 2n * rest > unit || (2n * rest === unit && floor % 2n === 1n);
  const digits = Number(isUp ? floor + 1n : floor);
  // In two steps: the smaller power alone would be nothing.
  const power = extra - smallestExponent;
  const half = Math.trunc(power / 2);
  return (whole < 0n ? -1 : 1) * digits * 2 ** half * 2 ** (power - half);
}

/** How many decimals a number is written with; none if more than eight, or if it has too many digits to have them exactly. */
function writtenDecimals(value: number): number | null {
  const [, fraction = "", power = "0"] =
    /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(`${value}`) ?? [];
  const decimals = [0, 2, 4, 6, 8].find((each) => each >= fraction.length - Number(power)) ?? null;
  return decimals !== null && Math.abs(value) * 10 ** decimals < 2 ** 51 ? decimals : null;
}

/** The sum as written arithmetic has it: of the exact one the decimals of the number with most. */
function naive(values: readonly number[]): number {
  const exact = nearest(values.reduce((sum, value) => sum + asWhole(value), 0n));
  const decimals = values.map(writtenDecimals);
  if (decimals.includes(null)) return exact;
  const most = Math.max(...decimals.map(Number));
  return Math.abs(exact) * 10 ** most < 2 ** 51 ? Number(exact.toFixed(most)) : exact;
}

/** Numbers from a seed, so that a failure can be seen again. */
function generator(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function amounts(random: () => number): number[] {
  return Array.from({ length: 1 + Math.floor(random() * 40) }, () => {
    const scale = 10 ** Math.floor(random() * 24 - 8);
    const cents = Math.round(random() * 1e6) / 100;
    return (random() < 0.4 ? -1 : 1) * (random() < 0.5 ? cents : cents * scale);
  });
}

describe("the sum of numbers", () => {
  it("is the exact one, rounded once to their decimals, in every order", () => {
    const random = generator(7);
    for (let round = 0; round < 2_000; round += 1) {
      const values = amounts(random);
      // Values that cancel leave small numbers, which plain addition loses.
      if (round % 3 === 0) values.push(...values.slice(1).map((value) => -value));
      const exact = naive(values);
      expect(exactSum(values)).toBe(exact + 0);
      expect(exactSum(values.toSorted((one, other) => one - other))).toBe(exact + 0);
      expect(exactSum(values.toReversed())).toBe(exact + 0);
    }
  });

  it("adds what plain addition loses, and rounds halves as the rest says", () => {
    expect(exactSum([1e16, 1, -1e16])).toBe(1);
    expect(exactSum([1, 2 ** -53, 2 ** -106])).toBe(1 + 2 ** -52);
    expect(exactSum([1, 2 ** -53, -(2 ** -106)])).toBe(1);
    expect(exactSum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
  });

  it("has no more decimals than they have", () => {
    expect(exactSum([2_314_908_127.44, -323_224_997.35])).toBe(1_991_683_130.09);
    expect(exactSum([0.1, 0.2])).toBe(0.3);
    expect(Object.is(exactSum([0.1, 0.2, -0.3]), 0)).toBe(true);
    expect(exactSum([4e12, 0.01, 0.02])).toBe(4_000_000_000_000.03);
    expect(exactSum([1 / 3, 1 / 3])).toBe(2 / 3);
    expect(exactSum([0.1, 1e-9, 0.2])).toBe(0.300000001);
  });

  it("is zero of nothing, and passes on what is no number", () => {
    expect(Object.is(exactSum([]), 0)).toBe(true);
    expect(Object.is(exactSum([-0]), 0)).toBe(true);
    expect(exactSum([1, Number.POSITIVE_INFINITY])).toBe(Number.POSITIVE_INFINITY);
  });

  it("leaves out what is not known", () => {
    expect(sumOfKnown([null, 1, undefined, 2])).toBe(3);
    expect(sumOfKnown([null])).toBeNull();
  });
});
