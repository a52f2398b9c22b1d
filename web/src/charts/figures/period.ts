import { countDays, type Day } from "@/lib/dates/day";

/** The periods over which figures can change, as the address names them. */
export const periods = ["1d", "7d", "30d", "90d", "365d", "ytd"] as const;
export type Period = (typeof periods)[number];

export const usualPeriod: Period = "30d";

/** How figures are compared with earlier ones. */
export type Comparison = {
  period: Period;
  /** Whether only members count that have a value at both ends, also where coverage does not ask for it. */
  likeForLike: boolean;
};

export const usualComparison: Comparison = { period: usualPeriod, likeForLike: false };

const days = { "1d": 1, "7d": 7, "30d": 30, "90d": 90, "365d": 365 } as const;

/** The days of a period that ends on a day; the year so far counts from the end of the year before. */
export function periodDays(period: Period, to: Day): number {
  return period === "ytd" ? countDays(`${to.slice(0, 4)}-01-01`, to) : days[period];
}

export function periodLabel(period: Period): string {
  if (period === "ytd") return "YTD";
  return period === "365d" ? "1y" : period;
}

/** The comparison that an address asks for; what is unknown counts as usual. */
export function comparisonOf(search: string): Comparison {
  const params = new URLSearchParams(search);
  const period = periods.find((one) => one === params.get("change")) ?? usualPeriod;
  return { period, likeForLike: params.get("like_for_like") === "1" };
}
