const basis = "NAV-based, distributions reinvested";

/** How yields are calculated, as labels, headers and files say it. */
export const yieldConventions = { basis, yearly: `per year, act/365, ${basis}` } as const;

/** The label of yields that do not compound, beside the name of their column. */
export const simpleYield = {
  unit: "simple p.a.",
  description: `Percent ${yieldConventions.yearly}, not compounded`,
} as const;

/** The column of such yields in a file. */
export function simpleYieldField(measure: string): string {
  return `${measure}_simple_act365`;
}
