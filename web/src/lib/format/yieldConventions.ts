import declared from "../../../../proto/declared/yield_conventions.json";

/** How yields and returns are calculated, as labels and headers say it; the files of the server have the same words. */
export const yieldConventions = {
  simpleWeek: declared.simple_week_yield.convention,
  simple: declared.simple_yield.convention,
  compounded: declared.compounded_yield.convention,
  daily: declared.daily_yield.convention,
  returns: declared.return.convention,
  toMaturity: declared.yield_to_maturity.convention,
  rental: declared.rental_yield.convention,
} as const;

/** The label of yields that do not compound, beside the name of their column. */
export const simpleYield = {
  unit: "simple p.a.",
  description: `Percent ${yieldConventions.simple}`,
} as const;

/** The same for 7 days, which readers compare with the 7-day yield of money market funds. */
export const simpleWeekYield = {
  ...simpleYield,
  description: `Percent ${yieldConventions.simpleWeek}`,
} as const;

/** The column of such yields in a file. */
export function simpleYieldField(measure: string): string {
  return `${measure}_simple_act365`;
}
