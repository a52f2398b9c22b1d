import { describe, expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { all, explainedCell, type RankColumn } from "./explainedCell";
import { rankedOf, totalOf } from "./league";

const to = "2026-11-19";
const flat = (value: number, days = 31) => Array.from({ length: days }, () => value);
const ranking = {
  subject: "asset",
  by: "issuer",
  to,
  measure: "bridged_token_value_dollar",
} as const;
const answers = [
  sampleAnswer([sampleGroup("harbour", flat(100).with(-1, 300)), sampleGroup(null, flat(100))]),
  sampleAnswer([sampleGroup("harbour", [7])]),
  sampleAnswer([sampleGroup("harbour", [60])]),
  sampleAnswer([sampleGroup("harbour", [90])]),
  sampleAnswer([sampleGroup("harbour", [30])]),
];
const { rows, rest } = rankedOf(answers, new Map());
const [row] = rows;
if (!row) throw new Error("no row");
const explained = (column: RankColumn) => explainedCell(column, row, ranking);

describe("what explains a number of a ranking", () => {
  it("is both values of a change, each on its day", () => {
    expect(explained("change_7d")).toMatchObject({
      name: "Change of harbour",
      items: [
        { name: "harbour, 19 Nov 2026", figure: "$300.00", number: { date: to } },
        { name: "harbour, 12 Nov 2026", figure: "$100.00", number: { date: "2026-11-12" } },
      ],
      figure: "+200.00%",
    });
  });

  it("is the part and the whole of a share, and of its change both of either day", () => {
    expect(explained("share")).toMatchObject({
      items: [{ figure: "$300.00" }, { figure: "$400.00", number: { kind: "aggregate" } }],
      figure: "75.0000%",
    });
    expect(explained("share_change")).toMatchObject({
      items: [
        { figure: "$300.00" },
        { figure: "$400.00" },
        { figure: "$100.00" },
        { figure: "$200.00" },
      ],
      figure: "+25.0 pp",
    });
  });

  it("says of each part whether it includes sample data", () => {
    const real = { ...row, sample: false, wholeSample: true };
    const sampledIn = (column: RankColumn, of: typeof row) => {
      const number = explainedCell(column, of, ranking);
      return number?.kind === "several" ? number.items.map(({ sample }) => sample) : [];
    };
    expect(sampledIn("share", real)).toEqual([false, true]);
    expect(sampledIn("share_change", real)).toEqual([false, true, false, true]);
    expect(sampledIn("change_7d", { ...real, sample: true })).toEqual([true, true]);
    expect(sampledIn("members", { ...real, sample: true })).toEqual([true]);
    expect(sampledIn("value", real)).toEqual([false, false, false, false]);
    expect(sampledIn("value", { ...real, key: null, sample: true })).toEqual([true, true, true]);
  });

  it("is the sum of the holders, and the net flow over 30 days", () => {
    expect(explained("holders")).toMatchObject({
      kind: "aggregate",
      of: { measure: "holding_addresses_count" },
      date: to,
    });
    expect(explained("net_flow")).toMatchObject({
      kind: "aggregate",
      of: { measure: "net_flow_30d_dollar" },
      date: to,
    });
    expect(explained("members")).toMatchObject({ items: [{ figure: "$300.00" }], figure: "1" });
  });

  it("is all that is known where a row stands for what has none of its own", () => {
    const [unknown] = rest;
    if (!unknown) throw new Error("no row");
    expect(explainedCell("value", unknown, ranking)).toMatchObject({
      name: "Not disclosed",
      method: "The total minus all other rows.",
    });
  });

  it("is another one in each column of such a row, although all have the same inputs", () => {
    const [unknown] = rest;
    if (!unknown) throw new Error("no row");
    const ids = (["members", "value", "holders"] as const).map((column) => {
      const number = explainedCell(column, { ...unknown, holders: 3 }, ranking);
      return number?.kind === "several" ? number.id : undefined;
    });
    expect(new Set(ids).size).toBe(3);
  });

  it("is the whole without a key for all together, and nothing where nothing is known", () => {
    const whole = totalOf(answers);
    if (!whole) throw new Error("no whole");
    const total = { ...whole, key: null, id: all, name: "All 2 issuers" };
    const value = explainedCell("holders", total, ranking);
    expect(value).toMatchObject({ kind: "aggregate", name: "All 2 issuers" });
    expect(JSON.stringify(value)).not.toContain("filter");
    expect(explainedCell("net_flow", total, ranking)).toMatchObject({ kind: "aggregate" });
    expect(explainedCell("holders", { ...row, holders: null }, ranking)).toBeNull();
  });
});
