import { countDays, type Day } from "@/lib/dates/day";
import { lastDatedPlace, lastPlace } from "../explanation/windows";

/** The periods over which figures can change, as the address names them. */
export const periods = ["1d", "7d", "30d", "90d", "365d", "ytd"] as const;
export type Period = (typeof periods)[number];

export const defaultPeriod: Period = "30d";

const days = { "1d": 1, "7d": 7, "30d": 30, "90d": 90, "365d": 365 } as const;

/** The days of a period that ends on a day; the year so far counts from the end of the year before. */
export function periodDays(period: Period, to: Day): number {
  return period === "ytd" ? countDays(`${to.slice(0, 4)}-01-01`, to) : days[period];
}

/** The place at which a change ends: the day of the value, or the last day that repeats it if the values do not reach back far enough. */
export function endOfChange(
  values: ReadonlyArray<number | null>,
  dates: ReadonlyArray<Day>,
  lastDate: string | null,
  period: Period,
): number {
  const dated = lastDatedPlace(values, dates, lastDate);
  const day = dates[dated];
  return day !== undefined && dated >= periodDays(period, day) ? dated : lastPlace(values);
}

export function periodLabel(period: Period): string {
  if (period === "ytd") return "YTD";
  return period === "365d" ? "1y" : period;
}
