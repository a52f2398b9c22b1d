import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";

const beforePaint = readFileSync("public/first.js", "utf8");

afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset.keys;
});

it.each([
  ["MacIntel", "apple"],
  ["iPad", "apple"],
  ["Win32", undefined],
  ["Linux x86_64", undefined],
])("names the keys of %s before the first paint", (platform, keys) => {
  vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
  new Function(beforePaint)();
  expect(document.documentElement.dataset.keys).toBe(keys);
  window.dispatchEvent(new Event("assay:alive"));
});
