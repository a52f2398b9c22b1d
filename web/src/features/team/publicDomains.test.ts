import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isPublicDomain } from "./publicDomains";

/** The lists by which the identity service refuses such domains. */
const served: { hosts: string[]; brands: string[] } = JSON.parse(
  readFileSync("../services/identity/src/teams/domain_access/public_domains.json", "utf8"),
);

describe("a public mail domain", () => {
  it("is each that the service refuses", () => {
    expect(served.hosts).toContain("gmail.com");
    expect(served.brands).toContain("yahoo");
    expect(served.hosts.filter((host) => !isPublicDomain(host))).toEqual([]);
    expect(served.brands.filter((brand) => !isPublicDomain(`${brand}.co.uk`))).toEqual([]);
  });

  it.each(["example.com", "gmail.com.example.org", "live.harbour.example", "notgmail.com", ""])(
    "is not %s",
    (domain) => expect(isPublicDomain(domain)).toBe(false),
  );
});
