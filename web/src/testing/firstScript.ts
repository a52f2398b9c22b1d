import { readFileSync } from "node:fs";
import { vi } from "vitest";

const source = readFileSync("public/first.js", "utf8");

/** Runs what runs before the first paint, without what it leaves for later: by then the page of a test is gone. */
export function runFirstScript(): void {
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "setTimeout"] });
  new Function(source)();
  vi.useRealTimers();
}
