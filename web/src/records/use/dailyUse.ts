import type { ApiKeyUse } from "@/api/contract";
import { lastDays } from "@/components/lastDays";
import type { Day } from "@/lib/dates/day";

export type DayOfUse = { day: Day; accepted: number; refused: number };

/** The use of a key on each of the last days, the earliest first; a day without calls has none. */
export function dailyUse(results: ReadonlyArray<ApiKeyUse>, today: Day): ReadonlyArray<DayOfUse> {
  const known = new Map(results.map((use) => [use.day, use]));
  return lastDays(today).map((day) => {
    const { calls = 0, refused = 0 } = known.get(day) ?? {};
    return { day, accepted: Math.max(0, calls - refused), refused };
  });
}
