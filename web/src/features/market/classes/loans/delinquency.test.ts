import { describe, expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { atRisk, delinquencies } from "./delinquency";

describe("principal by days past due", () => {
  const answer = (values: Record<string, number>) => {
    const made = sampleAnswer(
      Object.entries(values).map(([key, value]) => sampleGroup(key, [value])),
    );
    const sum = Object.values(values).reduce((all, value) => all + value, 0);
    return { ...made, total: { ...made.total, values: [sum], member_count: 3 } };
  };
  const outstanding = answer({ oak: 100, elm: 300, ash: 400 });
  const rows = delinquencies(outstanding, [
    answer({ oak: 100, elm: 0, ash: 0 }),
    answer({ oak: 0, elm: 300, ash: 0 }),
    answer({ oak: 0, elm: 0, ash: 0 }),
    answer({ oak: 0, elm: 0, ash: 200 }),
  ]);

  it("is a share of all outstanding principal, and counts the loans of each range", () => {
    expect(rows.map(({ name, amount, share, loans }) => [name, amount, share, loans])).toEqual([
      ["1–30 days", 100, 0.125, 1],
      ["31–60 days", 300, 0.375, 1],
      ["61–90 days", 0, 0, 0],
      ["Over 90 days", 200, 0.25, 1],
    ]);
  });

  it("is at risk from the 31st day on", () => {
    expect(atRisk(rows)).toMatchObject({ amount: 500, share: 0.625, loans: 2 });
  });

  it("is marked where it was not measured on its day, and at risk where none of it was", () => {
    const day = "2026-11-19";
    const flags = {
      is_carried: true,
      is_partial: false,
      spans_gap: false,
      is_average: false,
      lacks_days: false,
    };
    const carried = { from: day, to: day, value_date: "2026-11-17", ...flags };
    const old = answer({ elm: 300 });
    const marked = { ...old, total: { ...old.total, qualifiers: [carried] } };
    const [first, ...others] = delinquencies(outstanding, [old, marked, marked, marked]);
    expect(first?.mark).toBeUndefined();
    expect(others.map(({ mark }) => mark)).toEqual([carried, carried, carried]);
    const own = { ...flags, value_date: "2026-11-17" };
    expect(atRisk(first ? [first, ...others] : []).mark).toEqual(own);
    const measured = { ...flags, value_date: null, is_carried: false };
    expect(atRisk(delinquencies(outstanding, [old, old, marked, marked])).mark).toEqual(measured);
  });

  it("has no row where no loan states its days past due", () => {
    const unknown = answer({});
    const none = { ...unknown, total: { ...unknown.total, member_count: 0 } };
    expect(delinquencies(outstanding, [none, none, none, none])).toEqual([]);
  });
});
