const colours: Record<string, `--cls-${string}`> = {
  "treasury-products": "--cls-treasuries",
  stablecoins: "--cls-stablecoins",
  "non-us-government-debt": "--cls-global-bonds",
  "municipal-bonds": "--cls-global-bonds",
  "corporate-bonds": "--cls-global-bonds",
  "private-credit": "--cls-private-credit",
  "structured-credit": "--cls-private-credit",
  commodities: "--cls-commodities",
  "public-equity": "--cls-stocks",
  "institutional-funds": "--cls-institutional-funds",
  "real-estate": "--cls-real-estate",
};

/** The colour that an asset class has in the whole product, by its slug. */
export function classColour(slug: string | null | undefined): `--cls-${string}` | undefined {
  return slug ? colours[slug] : undefined;
}
