const basis = "NAV-based, distributions reinvested";

/** How yields are calculated, as labels, headers and files say it. */
export const yieldConventions = { basis, yearly: `per year, act/365, ${basis}` } as const;
