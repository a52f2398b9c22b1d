import { keyUseDays } from "@/api/accessWords";
import type { ApiKeyUse } from "@/api/contract";
import { addDays, type Day } from "@/lib/dates/day";

export type DayOfUse = { day: Day; accepted: number; refused: number };

/** The use of a key on each of the last days, the earliest first; a day without calls has none. */
export function dailyUse(results: ReadonlyArray<ApiKeyUse>, today: Day): ReadonlyArray<DayOfUse> {
  const known = new Map(results.map((use) => [use.day, use]));
  return Array.from({ length: keyUseDays }, (_, at) => {
    const day = addDays(today, at - keyUseDays + 1);
    const { calls = 0, refused = 0 } = known.get(day) ?? {};
    return { day, accepted: Math.max(0, calls - refused), refused };
  });
}

/** The end of the scale: the first of 1, 2 and 5 times a power of ten that is not below the most calls of a day. */
export function scaleEnd(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= most) ?? most;
}
