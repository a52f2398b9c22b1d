import { describe, expect, it } from "vitest";
import { explainedLoanShare, explainedOutstanding } from "./explainedLoans";
import { loanGroups } from "./loanDimensions";

const noSamples = { results: [], groupCount: 0 };

describe("the loan book", () => {
  const groups = [
    { group: "late", count: 3, covered: 3, value: 300 },
    { group: "open", count: 2, covered: 0, value: null },
    { group: "active", count: 5, covered: 5, value: 700 },
  ];

  it("stands by outstanding principal, with shares of all of it", () => {
    const { rows, count, outstanding } = loanGroups(
      "status",
      { results: groups, groupCount: 3 },
      noSamples,
    );
    expect(rows.map(({ name, share }) => [name, share])).toEqual([
      ["Active", 0.7],
      ["Late", 0.3],
      ["Open", null],
    ]);
    expect([count, outstanding]).toEqual([10, 1000]);
  });

  it("marks the groups that sample loans are among, and no others", () => {
    const samples = {
      results: [{ group: "late", count: 1, covered: 0, value: null }],
      groupCount: 1,
    };
    const { rows } = loanGroups("status", { results: groups, groupCount: 3 }, samples);
    expect(rows.filter(({ sample }) => sample).map(({ name }) => name)).toEqual(["Late"]);
  });

  it("is explained by the loans of its rows, and shares by outstanding principal", () => {
    const { rows } = loanGroups("status", { results: groups, groupCount: 3 }, noSamples);
    const [active, , open] = rows;
    if (!active || !open) throw new Error("no rows");
    const { count, amount } = explainedOutstanding(active, "USDC");
    expect(count).toMatchObject({ kind: "count", of: "loans", figure: "5" });
    expect(count.filter).toEqual({
      operator: "and",
      filters: [
        { operator: "equals", field: "currency", value: "USDC" },
        { operator: "equals", field: "status", value: "active" },
      ],
    });
    const all = explainedOutstanding({ name: "All", count: 10, outstanding: 1000 }, "USDC").amount;
    expect(amount).toMatchObject({ sum: "outstanding_amount", figure: "700" });
    expect(explainedLoanShare(active, amount, all, true)).toMatchObject({
      items: [{ sample: false }, { sample: true }],
      figure: "70.0000%",
    });
    expect(explainedOutstanding(open, "USDC").amount).toBeNull();
    expect(explainedLoanShare(open, null, all, true)).toBeNull();
  });

  it("stands by year where it is about when loans are due", () => {
    const due = [
      { group: "2028-01-01", count: 1, covered: 1, value: 9 },
      { group: "2027-01-01", count: 1, covered: 1, value: 1 },
      { group: null, count: 1, covered: 1, value: 5 },
    ];
    const { rows } = loanGroups("ends_on", { results: due, groupCount: 3 }, noSamples);
    expect(rows.map(({ name }) => name)).toEqual(["2027", "2028", "Not disclosed"]);
    expect(rows[0]?.only).toMatchObject({
      filters: [{ value: "2027-01-01" }, { value: "2027-12-31" }],
    });
  });
});
