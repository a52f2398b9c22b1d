import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isPublicDomain } from "./publicDomains";

/** The words of a list in the source of the service that refuses such domains. */
function served(name: string): string[] {
  const source = readFileSync("../services/identity/src/teams/domain_access/public_domains.rs", "utf8");
  const list = source.split(`const ${name}: &[&str] =`)[1]?.split("];")[0] ?? "";
  return [...list.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
}

describe("a public mail domain", () => {
  it("is each that the service refuses", () => {
    const hosts = served("PUBLIC");
    const brands = served("PUBLIC_BRANDS");
    expect(hosts).toContain("gmail.com");
    expect(brands).toContain("yahoo");
    expect(hosts.filter((host) => !isPublicDomain(host))).toEqual([]);
    expect(brands.filter((brand) => !isPublicDomain(`${brand}.co.uk`))).toEqual([]);
  });

  it.each(["example.com", "gmail.com.example.org", "live.harbour.example", "notgmail.com", ""])(
    "is not %s",
    (domain) => expect(isPublicDomain(domain)).toBe(false),
  );
});
