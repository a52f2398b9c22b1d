import { describe, expect, it } from "vitest";
import { views } from "@/charts/queries/measures";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { treasuries } from "../markets/classMarkets";
import { flowKeys, flowRequests, flowsOf } from "./flows";
import { filedText, fileRows, leagueRequests, rankedOf, reachText, totalOf } from "./league";

const days = 31;
const flat = (value: number): Array<number | null> => Array.from({ length: days }, () => value);
const names = new Map([
  [
    "one",
    {
      name: "Harbour Chain (sample)",
      symbol: null,
      colour: "#336699",
      classSlug: null,
      group: null,
      peg: null,
      feePoints: null,
    },
  ],
]);

const partial = {
  from: "2026-11-19",
  to: "2026-11-19",
  value_date: null,
  is_carried: false,
  is_partial: true,
  is_average: false,
  spans_gap: false,
  lacks_days: false,
};

describe("a ranking", () => {
  const grown = flat(100).with(-1, 300);
  const values = sampleAnswer([
    sampleGroup(null, flat(50)),
    sampleGroup("one", grown),
    sampleGroup("two", flat(100)),
  ]);
  const holders = sampleAnswer([sampleGroup("one", [7])]);
  const minted = sampleAnswer([sampleGroup("one", [30, 90])]);
  const burned = sampleAnswer([sampleGroup("one", [10, 30])]);
  const netFlow = sampleAnswer([sampleGroup("one", [60])]);
  const answers = [values, holders, netFlow, minted, burned];

  it("shows value, changes, share and its change in points", () => {
    const [first] = rankedOf(answers, names).rows;
    expect(first).toMatchObject({
      name: "Harbour Chain (sample)",
      value: 300,
      change7: 2,
      share: 300 / 450,
      holders: 7,
      netFlow: 60,
      minted: 90,
      burned: 30,
    });
    expect(first?.shareChange).toBeCloseTo(300 / 450 - 100 / 250);
  });

  it("marks a row where any of its figures includes sample data, and shares where the total does", () => {
    const real = (key: string, values: Array<number | null>) => ({
      ...sampleGroup(key, values),
      has_sample: false,
    });
    const worth = sampleAnswer([real("one", flat(100)), real("two", flat(50))]);
    const other = sampleAnswer([real("one", [7]), real("two", [7])]);
    const sampled = sampleAnswer([sampleGroup("one", [7]), real("two", [7])]);
    const marked = (...of: ReadonlyArray<typeof worth>) =>
      rankedOf(of, names).rows.map(({ sample, wholeSample }) => [sample, wholeSample]);
    const unmarked = [false, false];
    expect(marked(worth, other, other, other, other)).toEqual([unmarked, unmarked]);
    for (const place of [1, 2, 3, 4]) {
      const of = [worth, other, other, other, other].with(place, sampled);
      expect(marked(...of), `answer ${place}`).toEqual([[true, false], unmarked]);
      expect(totalOf(of)?.sample).toBe(true);
    }
    const mixed = sampleAnswer([real("one", flat(100)), sampleGroup("two", flat(50))]);
    expect(marked(mixed, other)).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  it("has no value of who has none on the day of the whole, so that the rows add up", () => {
    const withheld = sampleGroup("two", flat(100).with(-1, null));
    const answer = sampleAnswer([sampleGroup("one", grown), withheld]);
    const { rows } = rankedOf([answer], names);
    expect(rows[1]).toMatchObject({ value: null, share: null, change7: null, before30: 100 });
    expect(rows[0]).toMatchObject({ value: 300, share: 1, whole: 300 });
  });

  it("puts what has no name of its own last, and shows an unknown name by its slug", () => {
    const { rows, rest } = rankedOf(answers, names);
    expect(rows.map(({ name }) => name)).toEqual(["Harbour Chain (sample)", "two"]);
    expect(rest.map(({ name }) => name)).toEqual(["Not disclosed"]);
  });

  it("says how many have no row, and has those in its file", () => {
    const keys = Array.from({ length: 23 }, (_, place) => `network-${place}`);
    const many = sampleAnswer(keys.map((key) => sampleGroup(key, flat(5))));
    const { rows, rest } = rankedOf([many], names);
    expect(rows).toHaveLength(20);
    expect(rest.map(({ name }) => name)).toEqual(["Others (3)"]);
    expect(fileRows([many], names, "Off-Chain").map(({ key }) => key)).toEqual(keys);
    expect(reachText(23, "networks")).toBe(
      " The 20 largest of 23 networks have a row; the file has all of them.",
    );
    expect(reachText(134, "issuers")).toContain(
      "largest of 134 issuers have a row; the file has the 100 largest.",
    );
    expect(reachText(20, "issuers")).toBe("");
    expect(filedText(134)).toBe(" The 100 largest of 134; the others are combined in one row.");
    expect(filedText(100)).toBe("");
  });

  it("shows values before the rest is there", () => {
    const [first] = rankedOf([values, undefined, undefined, undefined], names).rows;
    expect(first).toMatchObject({ value: 300, holders: null, netFlow: null });
  });

  it("has the net flow of the API in rows and total, where a member reports mints alone", () => {
    // "two" mints 100 and reports no burns: its net flow is not known, and in no total.
    const net = sampleAnswer([sampleGroup("one", [6]), sampleGroup("two", [null])]);
    const came = sampleAnswer([sampleGroup("one", [4, 10]), sampleGroup("two", [50, 100])]);
    const went = sampleAnswer([sampleGroup("one", [2, 4])]);
    const flows = [values, holders, net, came, went];
    expect(rankedOf(flows, names).rows.map((row) => row.netFlow)).toEqual([6, null]);
    expect(totalOf(flows)).toMatchObject({ netFlow: 6, minted: 110, burned: 4 });
  });

  it("names the day of its numbers, and their gaps", () => {
    const own = { ...partial, is_partial: false };
    const carried = { ...own, value_date: "2026-11-17", is_carried: true };
    const marked = [
      sampleAnswer([{ ...sampleGroup("one", grown), qualifiers: [carried] }]),
      sampleAnswer([{ ...sampleGroup("one", [7]), qualifiers: [carried] }]),
      netFlow,
      sampleAnswer([{ ...sampleGroup("one", [30, 90]), qualifiers: [partial] }]),
      burned,
    ];
    const [first] = rankedOf(marked, names).rows;
    expect(first?.marks).toEqual({ value: carried, holders: carried, minted: partial });
    expect(rankedOf(answers, names).rows[0]?.marks).toEqual({});
    const late = sampleAnswer([sampleGroup("one", [...flat(100).slice(1), null])]);
    const [old] = rankedOf([late], names).rows;
    expect(old?.marks.value).toMatchObject({ value_date: "2026-11-18", is_carried: false });
  });

  it("says what one of those lacks that share a row, and what the whole lacks", () => {
    const groups = Array.from({ length: 22 }, (_, place) => ({
      ...sampleGroup(`n${place}`, flat(30 - place)),
      qualifiers: place === 21 ? [partial] : [],
    }));
    const { rows, rest } = rankedOf([sampleAnswer(groups)], names);
    expect(rest[0]).toMatchObject({ name: "Others (2)", marks: { value: partial } });
    expect(rows[0]?.marks.value).toBeUndefined();
    const held = { ...holders, total: { ...holders.total, qualifiers: [partial] } };
    expect(totalOf([values, held])?.marks).toEqual({ holders: partial });
  });

  it("has a whole that is the sum of its rows", () => {
    const whole = totalOf(answers);
    const { rows, rest } = rankedOf(answers, names);
    expect(whole?.value).toBe([...rows, ...rest].reduce((sum, row) => sum + (row.value ?? 0), 0));
    expect(whole?.share).toBe(1);
    expect(totalOf([sampleAnswer([])])).toBeNull();
  });

  it("makes one of all that have no row of their own, so that the rows add up to the total", () => {
    const many = Array.from({ length: 23 }, (_, place) =>
      sampleGroup(`n${place}`, flat(30 - place)),
    );
    const further = { ...sampleGroup(null, flat(2)), is_other: true, member_count: 5 };
    const worth = sampleAnswer([...many, sampleGroup(null, flat(1)), further], { group_count: 29 });
    const held = sampleAnswer(many.map(({ key }) => sampleGroup(key, [10])));
    const { rows, rest } = rankedOf([worth, held, undefined, undefined], names);
    expect(rows).toHaveLength(20);
    expect(rest.map(({ name }) => name)).toEqual(["Others (8)", "Not disclosed"]);
    expect(rest[0]).toMatchObject({ value: 10 + 9 + 8 + 2, members: 8, holders: 30, change30: 0 });
    const sum = [...rows, ...rest].reduce((all, { value }) => all + (value ?? 0), 0);
    expect(sum).toBe(totalOf([worth])?.value);
  });

  it("requests a part of the value where tokens have buckets, or all of it", () => {
    const requested = (view: (typeof views)["networks"]) =>
      JSON.stringify(leagueRequests(treasuries, { view, bucket: "represented" }, "2026-11-19")[0]);
    expect(requested(views.networks)).toContain("represented");
    expect(requested(views.networks)).toContain("treasuries");
    const all = leagueRequests(treasuries, { view: views.issuers, bucket: "all" }, "2026-11-19");
    expect(all[2]).toMatchObject({ measure: "net_flow_30d_dollar", from: "2026-11-19" });
    expect(all[2]?.mode).toBeUndefined();
    expect(all[0]).toMatchObject({ subject_kind: "token", group_by: "issuer" });
    expect(JSON.stringify(all[0])).not.toContain("tokenization_type");
  });
});

describe("net flows", () => {
  const answerOf = (groups: Record<string, Array<number | null>>) =>
    sampleAnswer(Object.entries(groups).map(([key, values]) => sampleGroup(key, values)));

  it("go from the largest that came in to the largest that went", () => {
    const net = answerOf({ in: [5, 10], both: [-1, -1], out: [-4, -8] });
    const minted = answerOf({ in: [5, 10], both: [1, 2], out: [0, 0] });
    const burned = answerOf({ in: [0, 0], both: [2, 3], out: [4, 8] });
    const flows = flowsOf(net, minted, burned);
    expect(flows.shown).toEqual([
      { key: "in", value: 10, minted: 10, burned: 0, sample: true, marks: {} },
      { key: "both", value: -1, minted: 2, burned: 3, sample: true, marks: {} },
      { key: "out", value: -8, minted: 0, burned: 8, sample: true, marks: {} },
    ]);
    expect(flows).toMatchObject({ total: 1, count: 3, known: 3, coverage: 1 });
    expect(flowKeys([net, minted, burned])).toEqual(["in", "both", "out"]);
  });

  it("say which of their numbers lack days", () => {
    const minted = sampleAnswer([{ ...sampleGroup("in", [5, 10]), qualifiers: [partial] }]);
    const { all, totalMark } = flowsOf(answerOf({ in: [10] }), minted, answerOf({ in: [0, 0] }));
    expect(all[0]?.marks).toEqual({ minted: partial });
    expect(totalMark).toBeUndefined();
  });

  it("are the measures of 7 and 30 days, beside sums of mints and burns, by asset", () => {
    const requests = flowRequests(treasuries, "2026-11-19", 7);
    expect(flowRequests(treasuries, "2026-11-19", 30)[0]?.measure).toBe("net_flow_30d_dollar");
    expect(requests).toMatchObject([
      { measure: "net_flow_7d_dollar", from: "2026-11-19", group_by: "asset" },
      { measure: "daily_mints_dollar", mode: "cumulative", from: "2026-11-13" },
      { measure: "daily_burns_dollar", mode: "cumulative" },
    ]);
  });

  it("leave out an asset of which one side is missing, and count it", () => {
    const net = answerOf({ in: [8], broken: [null] });
    const minted = answerOf({ in: [5, 10], broken: [1, 2], alone: [9, 18] });
    const flows = flowsOf(net, minted, answerOf({ in: [1, 2], broken: [null, 1] }));
    expect(flows.all.map(({ key }) => key)).toEqual(["in"]);
    expect(flows).toMatchObject({ total: 8, count: 3, known: 2, listed: 2 });
  });

  it("give the room of those that went to those that came, where few went", () => {
    const came = Array.from({ length: 20 }, (_, at) => sampleGroup(`in-${at}`, [40 - at]));
    const net = sampleAnswer([...came, sampleGroup("out", [-4])]);
    const flows = flowsOf(net, net, net);
    expect(flows.shown).toHaveLength(18);
    expect(flows.shown.at(-2)?.key).toBe("in-16");
    expect(flows.shown.at(-1)?.key).toBe("out");
  });
});
