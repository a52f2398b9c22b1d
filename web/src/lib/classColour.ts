/** The asset classes that have a colour of their own everywhere (`--cls-*`). */
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

/** Which colour an asset class has in the whole product, by its slug. */
export function classKeyOf(slug: string | null | undefined): ClassKey | undefined {
  return slug ? keys[slug] : undefined;
}

/** The same as the name of its variable. */
export function classColour(slug: string | null | undefined): `--cls-${ClassKey}` | undefined {
  const key = classKeyOf(slug);
  return key && `--cls-${key}`;
}
