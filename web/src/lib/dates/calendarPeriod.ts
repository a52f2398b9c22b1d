import type { Day } from "./day";

/** The year or the quarter of a day or of a month ("2026-03"), as it is sorted by and as it is shown. */
export function calendarPeriod(of: Day, step: "quarter" | "year"): { key: string; name: string } {
  const year = of.slice(0, 4);
  if (step === "year") return { key: year, name: year };
  const quarter = Math.ceil(Number(of.slice(5, 7)) / 3);
  return { key: `${year}-Q${quarter}`, name: `Q${quarter} ${year}` };
}
