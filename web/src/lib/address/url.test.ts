import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { firstValue, sameSitePath } from "./url";

const origin = "https://app.example";

/** The forms that the services read, too (`kit::return_address`). */
const forms: { own: Record<string, string>; refused: string[]; two_slashes: string[] } = JSON.parse(
  readFileSync("../proto/tests/return_addresses.json", "utf8"),
);

const sites = [origin, "http://127.0.0.1:8080"];

function ofSite(form: string, site: string): string {
  return form.replaceAll("{origin}", site).replaceAll("{host}", new URL(site).hostname);
}

describe("the way back after signing in", () => {
  it.each([
    ["/settings/profile?a=1#b", "/settings/profile?a=1#b"],
    ["https://app.example/treasuries", "/treasuries"],
    ["https://evil.example/x", "/"],
    ["//evil.example/x", "/"],
    ["/.//evil.example/login", "/"],
    ["/\\evil.example", "/"],
    ["https://me:secret@app.example/x", "/"],
    ["javascript:alert(1)", "/"],
    ["http://[", "/"],
    ["", "/"],
    [undefined, "/"],
  ])("leads from %s to %s", (address, path) => {
    expect(sameSitePath(address, origin)).toBe(path);
  });

  it.each(sites)("is the start of %s for every hostile form", (site) => {
    const hostile = [...forms.refused, ...forms.two_slashes];
    expect(hostile.length).toBeGreaterThanOrEqual(200);
    const followed = hostile.filter((form) => sameSitePath(ofSite(form, site), site) !== "/");
    expect(followed).toEqual([]);
  });

  it.each(sites)("is the path on %s for every form of its own", (site) => {
    for (const [form, path] of Object.entries(forms.own)) {
      expect(sameSitePath(ofSite(form, site), site), form).toBe(path);
    }
  });
});

it("takes the first of repeated route parameters", () => {
  expect(firstValue(["a", "b"])).toBe("a");
  expect(firstValue("a")).toBe("a");
  expect(firstValue(undefined)).toBeUndefined();
});
