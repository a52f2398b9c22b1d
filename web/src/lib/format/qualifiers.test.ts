import { describe, expect, it } from "vitest";
import type { ValueQualifier } from "@/api/contract";
import { isIncomplete, onDay, qualifierLabel, qualifierOf } from "./qualifiers";

const plain = {
  value_date: null,
  is_carried: false,
  is_partial: false,
  spans_gap: false,
  lacks_days: false,
  is_average: false,
};
const weekend: ValueQualifier = {
  ...plain,
  from: "2026-11-21",
  to: "2026-11-22",
  value_date: "2026-11-20",
  is_carried: true,
};
const today: ValueQualifier = {
  ...plain,
  from: "2026-11-24",
  to: "2026-11-24",
  is_partial: true,
};

describe("qualifiers of values", () => {
  it("are found by the day of the value", () => {
    const all = [weekend, today];
    expect(qualifierOf(all, "2026-11-22")).toBe(weekend);
    expect(qualifierOf(all, "2026-11-23")).toBeUndefined();
    expect(qualifierOf(all, "2026-11-24")).toBe(today);
    expect(qualifierOf(undefined, "2026-11-24")).toBeUndefined();
  });

  it("say where a value comes from", () => {
    expect(qualifierLabel(weekend)).toBe("value of 20 Nov 2026");
    expect(qualifierLabel({ ...today, is_running: true })).toBe("partial: not over");
    expect(qualifierLabel(today)).toBe("partial: days are missing or withheld");
    expect(qualifierLabel({ ...today, is_partial: false, spans_gap: true })).toBe(
      "change over a gap",
    );
    expect(qualifierLabel({ ...weekend, value_date: "2025-11-30", is_average: true })).toBe(
      "November 2025, average",
    );
    expect(
      qualifierLabel({ ...plain, value_date: "2025-11-30", is_average: true, spans_gap: true }),
    ).toBe("November 2025, average, change over a gap");
    expect(qualifierLabel(undefined)).toBeNull();
  });

  it("say both of an interval that is not over and lacks withheld days", () => {
    const running = { ...today, is_running: true as const };
    const lacking = { ...running, lacks_days: true };
    expect(isIncomplete(running)).toBe(false);
    expect(isIncomplete(lacking)).toBe(true);
    expect(qualifierLabel(lacking)).toBe("partial: not over, and days are withheld");
    expect(qualifierLabel({ ...today, lacks_days: true })).toBe(
      "partial: days are missing or withheld",
    );
    expect(qualifierLabel({ ...running, spans_gap: true })).toBe(
      "change over a gap, partial: not over",
    );
  });

  it("have the day of a number, if it is not that of its table", () => {
    expect(onDay(undefined, "2026-11-24")).toEqual({
      ...{ value_date: "2026-11-24", is_carried: false, is_partial: false, is_average: false },
    });
    expect(onDay(weekend, "2026-11-22").value_date).toBe("2026-11-20");
  });
});
