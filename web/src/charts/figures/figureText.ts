import type { KpiTileProps } from "@/components/kpi/KpiTile";
import {
  formatAmountExact,
  formatFraction,
  formatMoneyExact,
  formatPriceExact,
  type SplitFigure,
  sayMoney,
  splitCount,
  splitMoney,
} from "@/lib/format";
import { digitsOf, withFloor } from "@/lib/format/formatNumber";
import type { FigureUnit } from "../queries/market";

function plain(number: string, suffix = ""): SplitFigure {
  return { number, suffix };
}

const percent = (value: number, places: number) =>
  plain(withFloor(Number((value * 100).toPrecision(14)), places), "%");

/** A figure as a tile shows it. */
export function splitFigure(value: number, unit: FigureUnit): SplitFigure {
  if (unit === "money") return splitMoney(value);
  if (unit === "price") return plain(withFloor(value, 4, { prefix: "$" }));
  if (unit === "quote") return plain(withFloor(value, 2, { prefix: "$" }));
  if (unit === "percent") return percent(value, 1);
  if (unit === "rate") return percent(value, 2);
  if (unit === "index") return plain(digitsOf(value, value < 100 ? 4 : 2));
  if (unit === "days") return plain(digitsOf(value, 0, 1), value === 1 ? " day" : " days");
  return splitCount(value);
}

/** The same with a sign, for what came less what went. */
export function signedFigure(value: number, unit: FigureUnit): SplitFigure {
  const parts = splitFigure(value, unit);
  return value > 0 ? { ...parts, number: `+${parts.number}` } : parts;
}

export function exactOf(value: number, unit: FigureUnit): string {
  if (unit === "money") return formatMoneyExact(value);
  if (unit === "price" || unit === "quote") return formatPriceExact(value);
  if (unit === "percent" || unit === "rate") return formatFraction(value);
  return formatAmountExact(value);
}

/** The figure for those who listen. */
export function spokenOf(value: number, unit: FigureUnit): string {
  if (unit === "money") return sayMoney(value);
  const { number, suffix } = splitFigure(value, unit);
  return suffix === "%" ? `${number} percent` : `${number}${suffix}`;
}

/** Rates and shares change by percentage points, all else by a part of itself. */
export function changeOf(
  values: { now: number | null; before: number | null },
  unit: FigureUnit,
  period: string,
): NonNullable<KpiTileProps["change"]> {
  const { now, before } = values;
  const reason = `No value ${period} before`;
  if (now === null || before === null) return { value: null, period, reason };
  if (unit === "rate") return { value: now - before, period, points: "rate" };
  if (unit === "percent") return { value: now - before, period, points: "share" };
  return before > 0
    ? { value: now / before - 1, period, reason }
    : { value: null, period, reason: `No value above zero ${period} before` };
}
