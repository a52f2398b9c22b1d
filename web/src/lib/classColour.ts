/** The asset classes that have a colour of their own everywhere. */
export type ClassKey =
  | "treasuries"
  | "commodities"
  | "private-credit"
  | "stocks"
  | "global-bonds"
  | "institutional-funds"
  | "real-estate"
  | "stablecoins";

const keys: Record<string, ClassKey> = {
  "treasury-products": "treasuries",
  stablecoins: "stablecoins",
  "non-us-government-debt": "global-bonds",
  "municipal-bonds": "global-bonds",
  "corporate-bonds": "global-bonds",
  "private-credit": "private-credit",
  "structured-credit": "private-credit",
  commodities: "commodities",
  "public-equity": "stocks",
  "institutional-funds": "institutional-funds",
  "real-estate": "real-estate",
  // The groups of classes that have a page.
  treasuries: "treasuries",
  "global-bonds": "global-bonds",
  stocks: "stocks",
};

/** The colour that an asset class has in the whole product, by its slug. */
export function classKeyOf(slug: string | null | undefined): ClassKey | undefined {
  return slug ? keys[slug] : undefined;
}

/** The step of the categorical palette (`--cat-*`) that each of them has. */
export const classSteps: Record<ClassKey, number> = {
  treasuries: 1,
  commodities: 2,
  "private-credit": 3,
  stocks: 4,
  "global-bonds": 5,
  "institutional-funds": 6,
  "real-estate": 7,
  stablecoins: 8,
};

/** The colour of an asset class as the name of its variable. */
export function classColour(slug: string | null | undefined): `--cat-${number}` | undefined {
  const key = classKeyOf(slug);
  return key && `--cat-${classSteps[key]}`;
}
