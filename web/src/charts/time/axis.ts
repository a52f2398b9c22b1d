import { dayNumber, dayParts, monthWord, shortDay } from "../dates";
import { formatFixed, type Scale } from "../formatValues";

export type ValueAxis = { min: number; max: number; ticks: readonly number[]; log: boolean };

const multiples = [1, 2, 2.5, 5] as const;
const mostIntervals = 4;

/** Keeps 0.1 + 0.2 from becoming a tick of its own. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}

function linearTicks(low: number, high: number): readonly number[] {
  const spread = high - low;
  let power = 10 ** Math.floor(Math.log10(spread / mostIntervals));
  for (;;) {
    for (const multiple of multiples) {
      const step = multiple * power;
      const first = Math.floor(low / step + 1e-9);
      const last = Math.ceil(high / step - 1e-9);
      if (last - first <= mostIntervals)
        return Array.from({ length: last - first + 1 }, (_, index) =>
          clean((first + index) * step),
        );
    }
    power *= 10;
  }
}

/** At most four intervals on 1, 2, 2.5 or 5; from zero when lengths or areas are compared. */
export function valueAxis(low: number, high: number, fromZero: boolean): ValueAxis {
  let bottom = fromZero ? Math.min(0, low) : low;
  let top = fromZero ? Math.max(0, high) : high;
  if (top - bottom <= Math.abs(top) * 1e-9) {
    const room = top === 0 ? 1 : Math.abs(top) * 0.1;
    if (!fromZero || top === 0) bottom -= bottom === 0 ? 0 : room;
    top += room;
  }
  const ticks = linearTicks(bottom, top);
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks, log: false };
}

/** Every full power of ten that fits in four intervals; within one or two powers also 2 and 5. */
export function logAxis(low: number, high: number): ValueAxis {
  const bottom = Math.floor(Math.log10(low) + 1e-9);
  const top = Math.max(Math.ceil(Math.log10(high) - 1e-9), bottom + 1);
  const every = Math.ceil((top - bottom) / mostIntervals);
  const powers: number[] = [];
  for (let power = bottom; power < top + every; power += every) powers.push(clean(10 ** power));
  const fine = Array.from({ length: top - bottom + 1 }, (_, index) => 10 ** (bottom + index))
    .flatMap((power) => [1, 2, 5].map((multiple) => clean(multiple * power)))
    .filter((_, index, all) => (all[index + 1] ?? high * 2) > low && (all[index - 1] ?? 0) < high);
  const ticks = fine.length >= 2 && fine.length <= mostIntervals + 1 ? fine : powers;
  return { min: ticks[0] ?? low, max: ticks.at(-1) ?? high, ticks, log: true };
}

/** The labels of the ticks: only the uppermost says currency and size. */
export function tickLabels(axis: ValueAxis, scale: Scale): readonly string[] {
  const scaled = axis.ticks.map((tick) => clean(tick / scale.divisor));
  const decimals = (value: number) => (/\.(\d+)$/.exec(String(value))?.[1] ?? "").length;
  const common = Math.min(6, Math.max(0, ...scaled.map(decimals)));
  return scaled.map((value, index) => {
    const own = axis.log ? Math.min(6, decimals(value)) : common;
    const text = value === 0 ? "0" : formatFixed(value, own);
    if (index < scaled.length - 1) return text;
    return value < 0
      ? `−${scale.prefix}${formatFixed(-value, own)}${scale.suffix}`
      : `${scale.prefix}${text}${scale.suffix}`;
  });
}

export type DayTick = { index: number; text: string; strong: boolean };

type Candidate = DayTick & { rank: number };

function monthTicks(days: readonly string[]): readonly Candidate[] {
  const ticks: Candidate[] = [];
  const coarse = days.length > 1 && dayNumber(days[1] ?? "") - dayNumber(days[0] ?? "") > 20;
  days.forEach((day, index) => {
    const { year, month, date } = dayParts(day);
    const before = days[index - 1];
    const starts = before === undefined ? date <= 3 || coarse : dayParts(before).month !== month;
    if (!starts) return;
    const january = month === 0;
    ticks.push({
      index,
      text: january ? String(year) : monthWord(day),
      strong: january,
      rank: year * 12 + month,
    });
  });
  return ticks;
}

/** Ages in months: every month, or as few as leave room, whole years in bold. */
export function ageTicks(start: number, count: number, plotWidth: number): readonly DayTick[] {
  const perIndex = plotWidth / Math.max(1, count - 1);
  const every = [1, 3, 6, 12, 24, 60].find((months) => months * perIndex >= 32) ?? 120;
  return Array.from({ length: count }, (_, index) => ({ index, age: start + index }))
    .filter(({ age }) => age % every === 0)
    .map(({ index, age }) => ({ index, text: String(age), strong: age > 0 && age % 12 === 0 }));
}

/** Months as short names with January as the year; days when the range is short. */
export function dayTicks(days: readonly string[], plotWidth: number): readonly DayTick[] {
  const count = days.length;
  if (count === 0) return [];
  const spanDays = dayNumber(days.at(-1) ?? "") - dayNumber(days[0] ?? "");
  const perIndex = count > 1 ? plotWidth / (count - 1) : plotWidth;
  const fitting = (candidates: readonly Candidate[], every: number, room: number) =>
    candidates
      .filter((tick) => tick.rank % every === 0)
      .every((tick, index, kept) => {
        const before = kept[index - 1];
        return before === undefined || (tick.index - before.index) * perIndex >= room;
      });
  if (spanDays > 100) {
    const candidates = monthTicks(days);
    const every =
      [1, 2, 3, 6, 12, 24, 60, 120].find((months) => fitting(candidates, months, 40)) ?? 240;
    return candidates.filter((tick) => tick.rank % every === 0);
  }
  const candidates = days.map((day, index) => ({
    index,
    text: shortDay(day),
    strong: false,
    // Day 4 of the epoch was a Monday.
    rank: count <= 8 ? index : dayNumber(day) - 4,
  }));
  const every = (count <= 8 ? [1, 2, 4] : [7, 14, 28]).find((step) =>
    fitting(candidates, step, 52),
  );
  return candidates.filter((tick) => tick.rank % (every ?? 56) === 0);
}
