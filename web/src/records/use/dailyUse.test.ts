import { expect, it } from "vitest";
import { dailyUse } from "./dailyUse";

it("has a place for every day, and counts refused calls once", () => {
  const days = dailyUse([{ day: "2026-11-30", calls: 10, refused: 4 }], "2026-12-01");
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: "2026-11-02", accepted: 0, refused: 0 });
  expect(days.at(-2)).toEqual({ day: "2026-11-30", accepted: 6, refused: 4 });
  expect(days.at(-1)?.day).toBe("2026-12-01");
});
