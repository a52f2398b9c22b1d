import { describe, expect, it } from "vitest";
import { cohortsAnswer, holderDay } from "@/testing/holderFixtures";
import { cohortData, cohortSteps, joinedCohorts, othersId } from "./joinedCohorts";

const cohort = (month: string, units: number, isFromStart = false) => ({
  month,
  is_from_start: isFromStart,
  holder_count: 1,
  units,
});

const start = cohort("2025-10", 50, true);

describe("cohorts of holders", () => {
  it("are joined by quarter or year, apart from those of the first day", () => {
    const cohorts = [start, cohort("2025-10", 5), cohort("2025-12", 7), cohort("2026-02", 3)];
    const day = holderDay("2026-02-28", { cohorts });
    const named = (step: "month" | "quarter" | "year") =>
      joinedCohorts(day, step).map(({ name, units, holder_count: count }) => [name, units, count]);
    expect(named("quarter")).toEqual([
      ["Oct 2025 or earlier", 50, 1],
      ["Q4 2025", 12, 2],
      ["Q1 2026", 3, 1],
    ]);
    expect(named("month")).toEqual([
      ["Oct 2025 or earlier", 50, 1],
      ["Oct 2025", 5, 1],
      ["Dec 2025", 7, 1],
      ["Feb 2026", 3, 1],
    ]);
    expect(named("year")).toContainEqual(["2025", 12, 2]);
  });

  it("are offered by as fine a step as a chart can show", () => {
    const months = Array.from({ length: 12 }, (_, at) => {
      const month = `2026-${String(at + 1).padStart(2, "0")}`;
      return cohort(month, 1);
    });
    const few = [holderDay("2026-03-31", { cohorts: [start, ...months.slice(0, 3)] })];
    expect(cohortSteps(few).map(({ value }) => value)).toEqual(["month", "quarter", "year"]);
    const many = [holderDay("2026-12-31", { cohorts: [start, ...months] })];
    expect(cohortSteps(many).map(({ value }) => value)).toEqual(["quarter", "year"]);
    const years = Array.from({ length: 12 }, (_, at) => cohort(`${2000 + at}-01`, 1));
    const old = [holderDay("2012-01-31", { cohorts: years })];
    expect(cohortSteps(old).map(({ value }) => value)).toEqual(["year"]);
  });

  it("stack the oldest first, hold nothing once all have left, and leave a gap without circulating units", () => {
    const answer = cohortsAnswer([
      holderDay("2025-10-31", { cohorts: [start], other_units: 10 }),
      holderDay("2025-11-30", {
        cohorts: [start, cohort("2025-11", 4)],
        other_units: null,
        circulating: null,
      }),
      holderDay("2025-12-31", { cohorts: [start, cohort("2025-12", 2)], other_units: 8 }),
    ]);
    const data = cohortData(answer, "month");
    expect(data.ordered).toBe(true);
    expect(data.series.map(({ name, values }) => [name, values])).toEqual([
      ["Oct 2025 or earlier", [50, 50, 50]],
      ["Nov 2025", [null, 4, 0]],
      ["Dec 2025", [null, null, 2]],
      ["Other holders", [10, null, 8]],
    ]);
    expect(data.gaps).toEqual([
      { from: "2025-11-30", to: "2025-11-30", reason: "circulating units are not available" },
    ]);
    expect(data.series.every(({ sample }) => sample)).toBe(true);
  });

  it("have no other holders where all are known, or circulating units never are", () => {
    for (const otherUnits of [0, null]) {
      const answer = cohortsAnswer([
        holderDay("2025-10-31", { cohorts: [start], other_units: otherUnits }),
      ]);
      const { series, gaps } = cohortData(answer, "month");
      expect(series.some(({ id }) => id === othersId)).toBe(false);
      expect(gaps).toEqual([]);
    }
  });
});
