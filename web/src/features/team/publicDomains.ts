import declared from "../../../../proto/declared/public_mail_domains.json";

/**
 * Hosts that give an address to anybody, and hosts that forward to a hidden address. The identity service reads the
 * same file, knows disposable addresses and public suffixes besides, and has the last word.
 */
const hosts = new Set([...declared.hosts, ...declared.relays]);

/** Brands with one host per country, such as `yahoo.co.uk`. */
const brands = new Set(declared.brands);

/** Labels below which many countries register names, such as `co` in `co.uk`. */
const secondLevels = new Set(declared.second_levels);

/** Whether anybody can have an address there, so that sharing it says nothing about two people. */
export function isPublicDomain(domain: string): boolean {
  const labels = domain.split(".");
  const [brand = "", ...ending] = labels;
  const ofBrand = ending.length <= 2 && ending.every((label) => label.length <= 3);
  if (ofBrand && brands.has(brand)) return true;
  const ofCountry = ending.length === 1 && ending[0]?.length === 2;
  if (ofCountry && secondLevels.has(brand)) return true;
  // Forwarding services give each user a subdomain.
  return labels.some((_, start) => hosts.has(labels.slice(start).join(".")));
}
