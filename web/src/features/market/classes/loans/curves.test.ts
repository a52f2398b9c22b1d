import { describe, expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { agesOf, curvesOf } from "./curves";

const loan = (slug: string, made: string) => ({
  slug,
  name: `Loan ${slug} (sample)`,
  originated_on: made,
  starts_on: null,
});

describe("default curves of vintages", () => {
  const dates = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"];
  const loans = [loan("oak", "2026-01-15"), loan("elm", "2026-03-31"), loan("ash", "2025-12-01")];
  const originated = sampleAnswer([
    sampleGroup("oak", [100]),
    sampleGroup("elm", [300]),
    sampleGroup("ash", [50]),
  ]);
  const defaulted = sampleAnswer(
    [
      sampleGroup("oak", [0, 0, 50, 50, 25]),
      sampleGroup("elm", [null, null, 0, 0, 60]),
      sampleGroup("ash", [0, 0, null, 10, 10]),
    ],
    { dates, interval: "month" },
  );
  const [before, year] = curvesOf(loans, { originated, defaulted }, "year");

  it("are by the age of each loan, over those that are so old", () => {
    expect(year?.points.map((point) => point?.rate)).toEqual([
      0,
      0,
      // In default are 50 of oak after two months, in March, and 60 of elm, in May.
      (50 + 60) / 400,
      50 / 100,
      25 / 100,
    ]);
    expect(year?.points[2]?.failed).toEqual([
      { slug: "oak", name: "Loan oak (sample)", month: "2026-03-01", amount: 50 },
      { slug: "elm", name: "Loan elm (sample)", month: "2026-05-01", amount: 60 },
    ]);
    expect(year?.points[3]?.of).toEqual(["oak"]);
  });

  it("say nothing of months without values, which is not that there was no default", () => {
    expect(before?.name).toBe("2025");
    expect(before?.points.map((point) => point?.rate ?? null)).toEqual([
      null,
      0,
      0,
      null,
      10 / 50,
      10 / 50,
    ]);
  });

  it("have columns of the ages that any has reached", () => {
    expect(agesOf([before, year].flatMap((curve) => curve ?? []))).toEqual([3]);
    expect(agesOf(year ? [{ ...year, points: [...year.points, ...year.points] }] : [])).toEqual([
      3, 6, 9,
    ]);
  });
});
