import { describe, expect, it } from "vitest";
import { loanGroups } from "./loanParts";
import { wrappedOf } from "./wrappers";

describe("the loan book", () => {
  const groups = [
    { group: "late", count: 3, covered: 3, value: 300 },
    { group: "open", count: 2, covered: 0, value: null },
    { group: "active", count: 5, covered: 5, value: 700 },
  ];

  it("stands by what is owed, with shares of all of it", () => {
    const { rows, count, outstanding } = loanGroups("status", { results: groups, groupCount: 3 });
    expect(rows.map(({ name, share }) => [name, share])).toEqual([
      ["Active", 0.7],
      ["Late", 0.3],
      ["Open", null],
    ]);
    expect([count, outstanding]).toEqual([10, 1000]);
  });

  it("stands by year where it is about when loans are due", () => {
    const due = [
      { group: "2028-01-01", count: 1, covered: 1, value: 9 },
      { group: "2027-01-01", count: 1, covered: 1, value: 1 },
      { group: null, count: 1, covered: 1, value: 5 },
    ];
    const { rows } = loanGroups("ends_on", { results: due, groupCount: 3 });
    expect(rows.map(({ name }) => name)).toEqual(["2027", "2028", "Not in the source"]);
  });
});

it("tokens are told by the share that they follow", () => {
  const product = (ticker: string | null, platform: string | null, networks: string[]) => ({
    underlying_ticker: ticker,
    underlying_name: ticker && `${ticker} Inc. (sample)`,
    platform_name: platform,
    network_slugs: networks,
    is_sample: true,
  });
  const rows = wrappedOf([
    product("ALDR", "Pier (sample)", ["harbour"]),
    product("BRCH", "Pier (sample)", ["harbour"]),
    product("BRCH", "Quay (sample)", ["harbour", "orchard"]),
    product(null, "Quay (sample)", ["harbour"]),
  ]);
  expect(rows).toEqual([
    {
      ticker: "BRCH",
      name: "BRCH Inc. (sample)",
      products: 2,
      platforms: ["Pier (sample)", "Quay (sample)"],
      networks: 2,
      sample: true,
    },
    expect.objectContaining({ ticker: "ALDR", products: 1 }),
  ]);
});
