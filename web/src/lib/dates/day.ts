/** A day in UTC as "2026-11-19"; such texts compare like the days they stand for. */
export type Day = string;

export const dayMs = 86_400_000;

/** The days of the periods that changes and flows are shown over. */
export const week = 7;
export const month = 30;

function toDay(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && toDay(time) === text;
}

/** The last day that is over, which is the newest one with numbers. */
export function lastDay(now: number = Date.now()): Day {
  return addDays(toDay(now), -1);
}

export function addDays(day: Day, count: number): Day {
  return toDay(Date.parse(day) + count * dayMs);
}

/** The same day of another month, or its last where that month is shorter. */
export function addMonths(day: Day, count: number): Day {
  const date = new Date(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return toDay(date.getTime());
}

/** How many days from the first to the last, both counted. */
export function countDays(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

export function clampDay(day: Day, first: Day, last: Day): Day {
  if (day < first) return first;
  return day > last ? last : day;
}

/** Monday is 0. */
export function weekdayOf(day: Day): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** The weeks of a month, from Monday; null where another month's days would stand. */
export function weeksOf(day: Day): Array<Array<Day | null>> {
  const start = `${day.slice(0, 8)}01`;
  const length = countDays(start, addDays(addMonths(start, 1), -1));
  const offset = weekdayOf(start);
  const weeks: Array<Array<Day | null>> = [];
  for (let index = 0; index < Math.ceil((offset + length) / 7); index += 1) {
    weeks.push(
      Array.from({ length: 7 }, (_, weekday) => {
        const position = index * 7 + weekday - offset;
        return position < 0 || position >= length ? null : addDays(start, position);
      }),
    );
  }
  return weeks;
}
