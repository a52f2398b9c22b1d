import {
  dash,
  formatAmountExact,
  formatChange,
  formatCountFull,
  formatFraction,
  formatMoney,
  formatMoneyExact,
  formatPercent,
  formatPointChange,
  formatPriceExact,
  isKnown,
  type NullableNumber,
} from "@/lib/format";
import { type Currency, currencies, isConverted } from "../currencies";
import type { ChartUnit } from "../types";

/** Measures of one unit, whose values are prices and not sums. */
const priced = new Set([
  "net_asset_value_dollar",
  "distribution_per_unit_dollar",
  "price_dollar",
  "underlying_price_dollar",
  "benchmark_price_dollar",
]);

type UnitAndMeasure = { unit: string; measure: string };

const countDecimals: Record<string, number> = {
  denomination: 4,
  per_euro: 4,
  index: 1,
  days: 1,
  percentage_points: 2,
};

/** How a chart writes the values of a measure. */
export function chartUnit({ unit, measure }: UnitAndMeasure): ChartUnit {
  if (unit === "ratio") return { kind: "percent" };
  if (!(unit in currencies)) {
    const noun = unitNoun(unit);
    const decimals = countDecimals[unit];
    return decimals === undefined
      ? { kind: "count", noun }
      : { kind: "count", noun, per: 1, decimals };
  }
  const { code, symbol } = currencies[unit as Currency];
  const money = { kind: "money" as const, ...(isConverted(unit as Currency) && { code, symbol }) };
  if (!priced.has(measure)) return money;
  return { ...money, per: 1, decimals: measure === "benchmark_price_dollar" ? 2 : 4 };
}

function unitNoun(unit: string): string {
  const nouns: Record<string, string> = {
    count: "number",
    token: "units",
    denomination: "currency of denomination",
    index: "points",
    per_euro: "units per euro",
    percentage_points: "percentage points",
  };
  return nouns[unit] ?? unit.replaceAll("_", " ");
}

/** The unit in the line under a title: "US$", "Percent per year". */
export function unitLabel(unit: string): string {
  if (unit === "usd") return "US$";
  if (unit === "ratio") return "Percent";
  const noun = unitNoun(unit);
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** Every digit that is known, as an explanation and a copy write it. */
export function exactText(value: NullableNumber, { unit, measure }: UnitAndMeasure): string {
  if (!isKnown(value)) return dash;
  if (unit === "usd")
    return priced.has(measure) ? formatPriceExact(value) : formatMoneyExact(value);
  if (unit === "ratio") return `${formatPercent(value, 4)} (${formatFraction(value)})`;
  if (unit === "percentage_points") return `${formatAmountExact(value)} percentage points`;
  if (unit in currencies) return `${unit.toUpperCase()} ${formatAmountExact(value)}`;
  return unit === "count" ? formatCountFull(value) : formatAmountExact(value);
}

/** A value in running text: "$29.14B", "4.07%". */
export function shortText(value: NullableNumber, { unit, measure }: UnitAndMeasure): string {
  if (!isKnown(value)) return dash;
  if (unit === "usd") return priced.has(measure) ? formatPriceExact(value) : formatMoney(value);
  if (unit === "ratio") return formatPercent(value, 2);
  if (unit === "percentage_points") return formatPointChange(value / 100, "share");
  return unit === "count" ? formatCountFull(value) : formatAmountExact(value);
}

/** Two values beside each other: as short as they still differ. */
export function shortTexts(
  value: NullableNumber,
  before: NullableNumber,
  of: UnitAndMeasure,
): [string, string] {
  const short: [string, string] = [shortText(value, of), shortText(before, of)];
  const isRate = of.unit === "ratio";
  if (short[0] !== short[1] || value === before || (!isRate && of.unit !== "usd")) return short;
  for (let digits = 3; digits <= 6; digits += 1) {
    const write = (each: NullableNumber) =>
      isRate ? formatPercent(each, digits) : formatMoney(each, { digits });
    const [one, other] = [write(value), write(before)];
    if (one !== other) return [one, other];
  }
  return [exactText(value, of), exactText(before, of)];
}

/** How a value differs from another: in percent, and of a rate in percentage points. */
export function changeText(value: NullableNumber, before: NullableNumber, unit: string): string {
  if (!isKnown(value) || !isKnown(before)) return dash;
  if (unit === "ratio") return formatPointChange(value - before, "rate");
  if (unit === "percentage_points") return formatPointChange((value - before) / 100, "share");
  return before > 0 ? formatChange(value / before - 1, 2) : dash;
}
