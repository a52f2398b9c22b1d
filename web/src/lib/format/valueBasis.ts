/** How the assets of an issuer or manager are valued, beside a label that does not say it. */
export const navBased =
  "Units times net asset value. Excludes assets without a net asset value, such as stablecoins that have only a price.";
