import declared from "../../../../proto/declared/yields.json";

const basis = "NAV-based, distributions reinvested";

/** How yields are calculated, as their labels say it. */
export const yieldConventions = { basis, yearly: `per year, act/365, ${basis}` } as const;

/** Whether yields are calculated for assets of a class: what moves with a price has none. */
export function hasYields(classSlug: string | null): boolean {
  return classSlug !== null && !declared.classes_without_yield.includes(classSlug);
}
