/** How the assets of an issuer or manager are valued, beside a label that does not say it. */
export const navBased = "Units times net asset value. Excludes assets that have only a price.";
