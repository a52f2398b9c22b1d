import { describe, expect, it } from "vitest";
import { isPublicDomain } from "./publicDomains";

describe("a public mail domain", () => {
  it.each([
    "gmail.com",
    "yahoo.co.uk",
    "yahoo.com.br",
    "gmx.de",
    "outlook.com",
    "mail.ru",
    "mailfence.com",
    "cock.li",
    "nate.com",
    "zohomail.eu",
  ])("is %s", (domain) => expect(isPublicDomain(domain)).toBe(true));

  it.each([
    "privaterelay.appleid.com",
    "mozmail.com",
    "desk.mozmail.com",
    "passmail.net",
    "duck.com",
    "spamgourmet.com",
    "burnermail.io",
    "cloaked.id",
    "proxiedmail.com",
    "users.noreply.github.com",
  ])("is %s, which forwards", (domain) => expect(isPublicDomain(domain)).toBe(true));

  it.each(["co.uk", "com.br", "ac.jp"])("is %s, below which a country registers names", (domain) =>
    expect(isPublicDomain(domain)).toBe(true),
  );

  it.each([
    "example.com",
    "harbour.co.uk",
    "co.example",
    "github.com",
    "appleid.com",
    "notmozmail.com",
    "gmail.com.example.org",
    "live.harbour.example",
    "notgmail.com",
    "",
  ])("is not %s", (domain) => expect(isPublicDomain(domain)).toBe(false));
});
