import { afterEach, expect, it, vi } from "vitest";
import { runFirstScript } from "@/testing/firstScript";

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
  runFirstScript();
  expect(document.documentElement.dataset.keys).toBe(keys);
  window.dispatchEvent(new Event("assay:alive"));
});
