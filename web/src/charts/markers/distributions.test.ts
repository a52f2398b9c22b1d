import { describe, expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { distributionMarks, distributionsIn } from "./distributions";

const dates = ["2026-01-30", "2026-01-31", "2026-02-01", "2026-02-27", "2026-02-28"];

function paid(values: ReadonlyArray<number | null>) {
  const group = sampleGroup("alder-fund", [...values]);
  return {
    ...sampleAnswer([group], { dates, measure_slug: "distribution_per_unit_dollar" }),
    total: group,
  };
}

describe("distributions", () => {
  const answer = paid([0.25, null, 0, 0.5, 0.125]);

  it("are the days on which something was paid", () => {
    expect(distributionsIn(answer)).toEqual([
      { date: "2026-01-30", amount: 0.25 },
      { date: "2026-02-27", amount: 0.5 },
      { date: "2026-02-28", amount: 0.125 },
    ]);
  });

  it("are marked on their day, with the amount", () => {
    const triangle = { shape: "triangle", noun: "distributions" };
    expect(distributionMarks(dates.slice(1), "day", answer)).toEqual([
      { ...triangle, day: "2026-02-27", note: "distribution of $0.5000 per unit" },
      { ...triangle, day: "2026-02-28", note: "distribution of $0.1250 per unit" },
    ]);
  });

  it("are marked together on the interval in which they fall", () => {
    const marks = distributionMarks(["2026-01-01", "2026-02-01"], "month", answer);
    expect(marks.map(({ day }) => day)).toEqual(["2026-01-01", "2026-02-01"]);
    expect(marks[1]?.note).toBe(
      "distribution of $0.5000 per unit, distribution of $0.1250 per unit",
    );
  });

  it("have no mark after the newest value, with which a chart ends", () => {
    expect(distributionMarks(["2026-01-29", "2026-01-30"], "day", answer)).toMatchObject([
      { day: "2026-01-30" },
    ]);
    expect(distributionMarks(["2025-12-01", "2026-01-01"], "month", answer)).toMatchObject([
      { day: "2026-01-01", note: "distribution of $0.2500 per unit" },
    ]);
    expect(distributionMarks(["2026-01-29"], "day", answer)).toEqual([]);
  });

  it("leave a chart alone on which nothing was paid", () => {
    expect(distributionMarks(dates, "day", paid([null, null, null, null, 0]))).toEqual([]);
    expect(distributionMarks([], "day", answer)).toEqual([]);
  });
});
