import declared from "../../../../proto/declared/public_mail_domains.json";

/** Hosts that give an address to anybody. The identity service reads the same file and has the last word. */
const hosts = new Set(declared.hosts);

/** Brands with one host per country, such as `yahoo.co.uk`. */
const brands = new Set(declared.brands);

/** Whether anybody can have an address there, so that sharing it says nothing about two people. */
export function isPublicDomain(domain: string): boolean {
  const [brand = "", ...ending] = domain.split(".");
  const ofBrand = ending.length <= 2 && ending.every((label) => label.length <= 3);
  return hosts.has(domain) || (ofBrand && brands.has(brand));
}
