import { describe, expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { vintagesOf } from "./loanVintages";

const loan = (slug: string, made: string | null, starts: string | null = null) => ({
  slug,
  originated_on: made,
  starts_on: starts,
});

describe("vintages of loans", () => {
  const loans = [
    loan("oak", "2024-02-01"),
    loan("elm", null, "2024-11-30"),
    loan("ash", "2023-12-31"),
    loan("yew", null),
  ];
  const answer = (values: Record<string, number | null>) =>
    sampleAnswer(Object.entries(values).map(([key, value]) => sampleGroup(key, [value])));
  const answers = {
    originated: answer({ oak: 100, elm: 300, ash: 50, yew: 10 }),
    outstanding: answer({ oak: 40, elm: 200, ash: 0 }),
    defaulted: answer({ oak: 0, elm: 100 }),
    everDefaulted: answer({ oak: 0, elm: 150 }),
    recovered: answer({ oak: 0, elm: 30 }),
    writtenOff: answer({ oak: 0, elm: 20 }),
  };

  it("stand by the year in which they were made, or began, the oldest first", () => {
    const { rows } = vintagesOf(loans, answers, "year");
    expect(rows.map(({ name, of }) => [name, of])).toEqual([
      ["2023", ["ash"]],
      ["2024", ["oak", "elm"]],
    ]);
    expect(rows[1]).toMatchObject({
      amounts: { originated: 400, outstanding: 240, defaulted: 100 },
      rates: { rate: { share: 0.25 }, everRate: { share: 0.375 }, loss: { share: 0.4 } },
      coverage: 1,
    });
    // Its defaults are unknown, which does not mean zero.
    expect(rows[0]).toMatchObject({
      amounts: { originated: 50, outstanding: 0, defaulted: null },
      rates: { rate: { share: null }, everRate: { share: null }, loss: { share: null } },
      coverage: 0,
    });
  });

  it("have rates of the loans alone whose defaults are known, and say how much these are", () => {
    const partly = {
      ...answers,
      defaulted: answer({ elm: 100, ash: 0 }),
      everDefaulted: answer({ oak: 0, elm: 150, ash: 5 }),
    };
    const { rows, all } = vintagesOf(loans, partly, "year");
    const [, year] = rows;
    // Of oak it is not known whether it is in default.
    expect(year?.rates.rate).toMatchObject({ of: ["elm"], share: 100 / 300 });
    expect(year?.rates.everRate).toMatchObject({ of: ["oak", "elm"], share: 150 / 400 });
    expect(year?.coverage).toBe(300 / 400);
    expect(all.of).toEqual(["ash", "oak", "elm"]);
    expect(all.rates.rate.share).toBe(100 / 350);
    expect(all.rates.everRate.share).toBe(155 / 450);
    expect(all.coverage).toBe(350 / 450);
  });

  it("have rates without loans that defaulted on more than was lent, which they do not cover", () => {
    const wrong = { ...answers, defaulted: answer({ oak: 101, elm: 300 }) };
    const [, year] = vintagesOf(loans, wrong, "year").rows;
    expect(year?.rates.rate).toMatchObject({ of: ["elm"], share: 1 });
    expect(year?.rates.everRate.of).toEqual(["oak", "elm"]);
    expect(year?.amounts.defaulted).toBe(401);
    expect(year?.coverage).toBe(300 / 400);
  });

  it("mark amounts and rates where no input was measured on its day", () => {
    const flags = {
      is_carried: true,
      is_partial: false,
      spans_gap: false,
      is_average: false,
      lacks_days: false,
    };
    const own = { from: "2026-11-19", to: "2026-11-19", value_date: "2026-11-17", ...flags };
    const old = {
      ...answers.defaulted,
      groups: answers.defaulted.groups.map((group) => ({ ...group, qualifiers: [own] })),
    };
    const [, year] = vintagesOf(loans, { ...answers, defaulted: old }, "year").rows;
    expect(year?.marks.defaulted).toEqual({ ...flags, value_date: "2026-11-17" });
    const measured = { ...flags, value_date: null, is_carried: false };
    expect(year?.marks.originated).toEqual(measured);
    expect(year?.rates.rate.mark).toEqual(measured);
  });

  it("stand by quarter", () => {
    const { rows } = vintagesOf(loans, answers, "quarter");
    expect(rows.map(({ name }) => name)).toEqual(["Q4 2023", "Q1 2024", "Q4 2024"]);
  });
});
