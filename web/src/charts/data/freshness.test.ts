import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates/day";
import { freshnessOf, isStale, nameInComparison, newestOf, noKnownValue } from "./freshness";

const dates = Array.from({ length: 30 }, (_, index) => addDays("2026-10-21", index));
const until = (day: string) => ({ days: dates.slice(0, dates.indexOf(day) + 1), series: [] });
const lastKnown = (lastDate: string | null, carryDays: number) => ({
  last_date: lastDate,
  carry_days: carryDays,
});

describe("the newest of several", () => {
  it("is the most recent, and of one day the one that stands longest", () => {
    const all = [lastKnown("2026-11-12", 62), lastKnown("2026-11-18", 7), lastKnown(null, 0)];
    expect(newestOf(all)).toEqual(lastKnown("2026-11-18", 7));
    expect(newestOf([...all, lastKnown("2026-11-18", 14)])).toEqual(lastKnown("2026-11-18", 14));
    expect(newestOf([])).toEqual(noKnownValue);
  });

  it("no longer stands once it is older than such a value may be", () => {
    expect(isStale(lastKnown("2026-11-12", 7), "2026-11-18")).toBe(false);
    expect(isStale(lastKnown("2026-11-12", 7), "2026-11-19")).toBe(true);
    expect(isStale(noKnownValue, "2026-11-19")).toBe(false);
  });
});

describe("the end of a chart", () => {
  it("is not old where it reaches the last day, whatever is known of its members", () => {
    expect(freshnessOf(until("2026-11-19"), dates, [lastKnown("2026-11-01", 7)])).toBeNull();
    expect(freshnessOf({ days: [], series: [] }, dates, [])).toBeNull();
  });

  it("is late while the newest value stands, and stale after that", () => {
    const text = "No values newer than 12 Nov 2026";
    const data = until("2026-11-12");
    expect(freshnessOf(data, dates, [lastKnown("2026-11-12", 14)])).toEqual({
      state: "late",
      text,
    });
    expect(freshnessOf(data, dates, [lastKnown("2026-11-12", 7)])).toEqual({
      state: "stale",
      text,
    });
  });

  it("names its own day where the last value lies behind the range, or there is none", () => {
    const text = "No values newer than 12 Nov 2026";
    for (const all of [[lastKnown("2027-01-01", 7)], []]) {
      expect(freshnessOf(until("2026-11-12"), dates, all)).toEqual({ state: "stale", text });
    }
  });
});

it("names the end of a series that is too old for a comparison, and no other", () => {
  const named = (last: string | null, until: string) =>
    nameInComparison("3-month Treasury", { last_date: last, carry_days: 7 }, until);
  expect(named("2024-05-13", "2026-11-19")).toBe("3-month Treasury (ends in May 2024)");
  // A chart that itself ends in 2024 is compared with what was new then.
  expect(named("2024-05-13", "2024-05-15")).toBe("3-month Treasury");
  expect(named(null, "2026-11-19")).toBe("3-month Treasury");
});
