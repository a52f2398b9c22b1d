import { addDays, type Day } from "@/lib/dates/day";

/** The days that bars show. */
export const shownDays = 30;

/** The last days up to today, the earliest first. */
export function lastDays(today: Day): ReadonlyArray<Day> {
  return Array.from({ length: shownDays }, (_, at) => addDays(today, at - shownDays + 1));
}

/** The end of the scale: the first of 1, 2 and 5 times a power of ten that is not below the most of a day. */
export function scaleEnd(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= most) ?? most;
}
