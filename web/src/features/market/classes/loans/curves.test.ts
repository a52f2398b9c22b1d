import { describe, expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { curvesData } from "./CurvesChart";
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

  it("are by the age of each loan, up to that of the youngest", () => {
    expect(year?.points.map((point) => point?.rate)).toEqual([
      0,
      0,
      // In default are 50 of oak after two months, in March, and 60 of elm, in May.
      (50 + 60) / 400,
      // Elm is not that old.
      undefined,
      undefined,
    ]);
    expect(year?.points[2]?.failed).toEqual([
      { slug: "oak", name: "Loan oak (sample)", month: "2026-03-01", amount: 50 },
      { slug: "elm", name: "Loan elm (sample)", month: "2026-05-01", amount: 60 },
    ]);
    expect(year?.points[2]?.of).toEqual(["oak", "elm"]);
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

  it("cover the loans whose defaults are known, and say how much these are", () => {
    expect(year?.coverage).toBe(1);
    const [oak] = defaulted.groups;
    const partly = { ...defaulted, groups: oak ? [oak, sampleGroup("elm", [null])] : [] };
    const curves = curvesOf(loans, { originated, defaulted: partly }, "year");
    expect(curves.map(({ name, coverage }) => [name, coverage])).toEqual([["2026", 100 / 400]]);
    expect(curves[0]?.points[0]?.of).toEqual(["oak"]);
  });

  it("are marked at ages at which no default was measured in its month", () => {
    const flags = {
      is_carried: true,
      is_partial: false,
      spans_gap: false,
      is_average: false,
      lacks_days: false,
    };
    const stretch = { from: "2026-03-01", to: "2026-05-01", value_date: "2026-02-11" };
    const [first, ...others] = defaulted.groups;
    const oak = first && { ...first, qualifiers: [{ ...stretch, ...flags }] };
    const marked = { ...defaulted, groups: oak ? [oak, ...others] : [] };
    const curves = curvesOf(loans.slice(0, 1), { originated, defaulted: marked }, "year");
    const marks = curves[0]?.points.map((point) => point?.mark.value_date);
    const carried = Array.from({ length: 3 }, () => "2026-02-11");
    expect(marks).toEqual(["2026-01-31", "2026-02-28", ...carried]);
    const [, together] = curvesOf(loans, { originated, defaulted: marked }, "year");
    const measured = { value_date: "2026-05-31", is_carried: false };
    expect(together?.points[2]?.mark).toMatchObject(measured);
  });

  it("are marked where the principal originated is of an earlier day", () => {
    const flags = { is_carried: true, is_partial: false, spans_gap: false, is_average: false };
    const own = { from: "2026-11-19", to: "2026-11-19", value_date: "2026-11-17", ...flags };
    const groups = originated.groups.map((group) => ({
      ...group,
      qualifiers: [{ ...own, lacks_days: false }],
    }));
    const [, old] = curvesOf(loans, { originated: { ...originated, groups }, defaulted }, "year");
    const carried = { value_date: "2026-11-17", is_carried: true };
    expect(old?.points[0]?.lentMark).toMatchObject(carried);
    expect(year?.points[0]?.lentMark).toMatchObject({ value_date: null, is_carried: false });
  });

  it("leave out loans that defaulted on more than was lent", () => {
    const wrong = sampleAnswer([
      sampleGroup("oak", [0, 0, 50, 100, 101]),
      sampleGroup("elm", [null, null, 0, 0, 300]),
    ]);
    const curves = curvesOf(loans, { originated, defaulted: { ...wrong, dates } }, "year");
    expect(curves.map(({ count, coverage }) => [count, coverage])).toEqual([[1, 300 / 400]]);
    expect(curves[0]?.points.map((point) => point?.rate)).toEqual([0, 0, 1]);
  });

  it("are lines by age, each as long as the vintage is old", () => {
    const { days, names, series } = curvesData([before, year].flatMap((curve) => curve ?? []));
    expect(names).toEqual(["0 months", "1 month", ...[2, 3, 4, 5].map((age) => `${age} months`)]);
    expect(series.map(({ name, values }) => [name, values.length])).toEqual([
      ["2025", 6],
      ["2026", 6],
    ]);
    expect(series[1]?.values.slice(2)).toEqual([110 / 400, null, null, null]);
    expect(series[1]?.until).toBe(days[2]);
  });

  it("end with the oldest of them", () => {
    const young = year ? [{ ...year, points: [...year.points.slice(0, 2), null, null] }] : [];
    expect(curvesData(young).names).toEqual(["0 months", "1 month"]);
    expect(curvesData([]).days).toEqual([]);
  });

  it("have columns of the ages that any has reached", () => {
    expect(agesOf([before, year].flatMap((curve) => curve ?? []))).toEqual([]);
    const points = Array.from({ length: 10 }, () => year?.points[2] ?? null);
    expect(agesOf(year ? [{ ...year, points }] : [])).toEqual([3, 6, 9]);
  });
});
