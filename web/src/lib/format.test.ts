import { expect, it } from "vitest";
import { documentTitle } from "./brand";
import { formatAge, formatDay, formatInstant } from "./format";

const now = Date.parse("2026-11-20T12:00:00.000Z");

it("writes instants in UTC", () => {
  expect(formatDay("2026-11-19T23:59:00.000Z")).toBe("19 Nov 2026");
  expect(formatInstant("2026-11-19T09:36:00.000Z")).toBe("19 Nov 2026, 09:36 UTC");
});

it.each([
  ["2026-11-20T11:59:40.000Z", "just now"],
  ["2026-11-20T12:00:05.000Z", "just now"],
  ["2026-11-20T11:46:00.000Z", "14 min ago"],
  ["2026-11-20T09:00:00.000Z", "3 h ago"],
  ["2026-11-18T11:00:00.000Z", "2 d ago"],
  ["2026-11-01T11:00:00.000Z", "1 Nov 2026"],
])("calls %s %s", (instant, age) => {
  expect(formatAge(instant, now)).toBe(age);
});

it("titles documents with the brand first", () => {
  expect(documentTitle("Sign in")).toBe("Assay | Sign in");
});
