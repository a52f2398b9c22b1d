import { describe, expect, it } from "vitest";
import { views } from "@/charts/queries/measures";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { treasuries } from "../markets/classMarkets";
import { flowsOf, otherSides } from "./flows";
import { filedOf, filedText, leagueRequests, rankedOf, reachText, wholeOf } from "./league";

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

describe("a ranking", () => {
  const grown = flat(100).with(-1, 300);
  const values = sampleAnswer([
    sampleGroup(null, flat(50)),
    sampleGroup("one", grown),
    sampleGroup("two", flat(100)),
  ]);
  const holders = sampleAnswer([sampleGroup("one", [7])]);
  const minted = sampleAnswer([sampleGroup("one", flat(3).slice(1))]);
  const burned = sampleAnswer([sampleGroup("one", flat(1).slice(1))]);
  const answers = [values, holders, minted, burned];

  it("tells value, changes, share and its change in points", () => {
    const [first] = rankedOf(answers, names).rows;
    expect(first).toMatchObject({
      name: "Harbour Chain (sample)",
      value: 300,
      change7: 2,
      share: 300 / 450,
      holders: 7,
      netFlow: 60,
    });
    expect(first?.shareChange).toBeCloseTo(300 / 450 - 100 / 250);
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
    expect(filedOf([many], names).map(({ key }) => key)).toEqual(keys);
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

  it("has a whole that is the sum of its rows", () => {
    const whole = wholeOf(answers);
    const { rows, rest } = rankedOf(answers, names);
    expect(whole?.value).toBe([...rows, ...rest].reduce((sum, row) => sum + (row.value ?? 0), 0));
    expect(whole?.share).toBe(1);
    expect(wholeOf([sampleAnswer([])])).toBeNull();
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
    expect(sum).toBe(wholeOf([worth])?.value);
  });

  it("requests a part of the value where tokens have buckets, or all of it", () => {
    const requested = (view: (typeof views)["networks"]) =>
      JSON.stringify(leagueRequests(treasuries, { view, bucket: "represented" }, "2026-11-19")[0]);
    expect(requested(views.networks)).toContain("represented");
    expect(requested(views.networks)).toContain("treasuries");
    const all = leagueRequests(treasuries, { view: views.issuers, bucket: "all" }, "2026-11-19");
    expect(all[0]).toMatchObject({ subject_kind: "token", group_by: "issuer" });
    expect(JSON.stringify(all[0])).not.toContain("tokenization_type");
  });
});

describe("net flows", () => {
  it("go from the largest that came in to the largest that went", () => {
    const minted = sampleAnswer([
      sampleGroup("in", [5, 5]),
      sampleGroup("both", [1, 1]),
      sampleGroup("out", [0, 0]),
    ]);
    const burned = sampleAnswer([
      sampleGroup("out", [4, 4]),
      sampleGroup("both", [2, 1]),
      sampleGroup("in", [0, 0]),
    ]);
    const flows = flowsOf(minted, burned, 30);
    expect(flows.shown).toEqual([
      { key: "in", value: 10, minted: 10, burned: 0, sample: true },
      { key: "both", value: -1, minted: 2, burned: 3, sample: true },
      { key: "out", value: -8, minted: 0, burned: 8, sample: true },
    ]);
    expect(flows.total).toBe(1);
    expect(flowsOf(minted, burned, 1).shown.map(({ key }) => key)).toEqual(["in", "out"]);
  });

  it("leave out an asset of which one side is missing, and count it", () => {
    const minted = sampleAnswer([sampleGroup("in", [5, 5]), sampleGroup("alone", [9, 9])]);
    const burned = sampleAnswer([sampleGroup("in", [1, 1])]);
    const flows = flowsOf({ ...minted, group_count: 2 }, burned, 30);
    expect(flows.all.map(({ key }) => key)).toEqual(["in"]);
    expect(flows.count).toBe(2);
  });

  it("give the room of those that went to those that came, where few went", () => {
    const came = Array.from({ length: 20 }, (_, at) => sampleGroup(`in-${at}`, [40 - at]));
    const none = came.map(({ key }) => sampleGroup(key, [0]));
    const minted = sampleAnswer([...came, sampleGroup("out", [0])]);
    const flows = flowsOf(minted, sampleAnswer([sampleGroup("out", [4]), ...none]), 30);
    expect(flows.shown).toHaveLength(18);
    expect(flows.shown.at(-2)?.key).toBe("in-16");
    expect(flows.shown.at(-1)?.key).toBe("out");
  });

  it("ask by name for the side of an asset that an answer leaves among its rest", () => {
    const rest = { ...sampleGroup(null, [9, 9]), is_other: true };
    const slugsOf = { minted: "daily_mints_dollar", burned: "daily_burns_dollar" };
    const minted = sampleAnswer([sampleGroup("in", [5, 5]), rest], {
      measure_slug: slugsOf.minted,
    });
    const burned = sampleAnswer([sampleGroup("out", [4, 4]), sampleGroup("in", [0, 0])], {
      measure_slug: slugsOf.burned,
    });
    const [requested, ...more] = otherSides(treasuries, "2026-11-19", { minted, burned });
    expect(requested?.measure).toBe(slugsOf.minted);
    expect(JSON.stringify(requested?.filter)).toContain('"out"');
    // All that was burned is grouped: nothing was burned of what is missing there.
    expect(more).toEqual([]);
    const named = sampleAnswer([sampleGroup("out", [1, 1])], { measure_slug: slugsOf.minted });
    expect(flowsOf(minted, burned, 30, [named]).shown).toEqual([
      { key: "in", value: 10, minted: 10, burned: 0, sample: true },
      { key: "out", value: -6, minted: 2, burned: 8, sample: true },
    ]);
  });
});
