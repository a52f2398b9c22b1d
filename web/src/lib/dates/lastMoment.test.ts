import { expect, it } from "vitest";
import { dayOf, lastMomentOf, timeLeft } from "./lastMoment";

it("ends a day with its last millisecond in UTC", () => {
  expect(lastMomentOf("2026-12-14")).toBe("2026-12-14T23:59:59.999Z");
  expect(dayOf(lastMomentOf("2026-12-14"))).toBe("2026-12-14");
});

it.each([
  ["2026-12-02T00:00:00.000Z", "in 12 days"],
  ["2026-12-02T23:59:59.999Z", "in 12 days"],
  ["2026-12-12T12:00:00.000Z", "in 2 days"],
  ["2026-12-13T12:00:00.000Z", "tomorrow"],
  ["2026-12-14T23:59:59.000Z", "today"],
  ["2026-12-15T00:00:00.000Z", null],
])("counts the days that are left at %s", (now, left) => {
  expect(timeLeft("2026-12-14T23:59:59.999Z", Date.parse(now))).toBe(left);
});
