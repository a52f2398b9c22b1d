import { describe, expect, it } from "vitest";
import { firstValue, sameSitePath } from "./url";

const origin = "https://app.example";

describe("the way back after signing in", () => {
  it.each([
    ["/settings/profile?a=1#b", "/settings/profile?a=1#b"],
    ["https://app.example/treasuries", "/treasuries"],
    ["https://evil.example/x", "/"],
    ["//evil.example/x", "/"],
    ["javascript:alert(1)", "/"],
    ["http://[", "/"],
    ["", "/"],
    [undefined, "/"],
  ])("leads from %s to %s", (address, path) => {
    expect(sameSitePath(address, origin)).toBe(path);
  });
});

it("takes the first of repeated route parameters", () => {
  expect(firstValue(["a", "b"])).toBe("a");
  expect(firstValue("a")).toBe("a");
  expect(firstValue(undefined)).toBeUndefined();
});
