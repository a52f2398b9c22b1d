import { describe, expect, it } from "vitest";
import type { LatestValue } from "@/api/contract";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { coursesBy, groupSplits, navAges, pegSplits, splitsBy, sumOfParts } from "./splits";

const flat = (value: number) => Array.from({ length: 31 }, () => value);

function named(name: string, peg: string | null = null) {
  return { name, symbol: null, colour: null, classSlug: null, group: null, peg, feePoints: null };
}

describe("parts of a class", () => {
  const worths = sampleAnswer([
    sampleGroup("harbour", flat(50).with(-1, 60)),
    sampleGroup("orchard", flat(20)),
    sampleGroup("lantern", flat(20)),
    sampleGroup(null, flat(10)),
  ]);

  it("have a course each, which is the sum of those of their members", () => {
    const partOf = (member: string) =>
      member === "orchard" ? null : { key: "basis", name: "Basis" };
    const courses = coursesBy(worths, partOf);
    expect(courses.map(({ name, values, of }) => [name, values.at(0), values.at(-1), of])).toEqual([
      ["Basis", 70, 80, ["harbour", "lantern"]],
      ["Not disclosed", 30, 30, ["orchard"]],
    ]);
  });

  it("have a course that is marked if one of its members is sample data", () => {
    const real = { has_sample: false, sample_count: 0 };
    const answer = sampleAnswer([
      sampleGroup("harbour", flat(50)),
      { ...sampleGroup("orchard", flat(20)), ...real },
      { ...sampleGroup("lantern", flat(20)), ...real },
    ]);
    const courses = coursesBy(answer, (member) => {
      const key = member === "lantern" ? "credit" : "basis";
      return { key, name: key };
    });
    expect(courses.map(({ key, sample, sampleNote }) => [key, sample, sampleNote])).toEqual([
      ["basis", true, "1 of 2 members is sample data"],
      ["credit", false, undefined],
    ]);
  });

  it("are put together by the currency that coins hold to, and add up to the whole", () => {
    const names = new Map([
      ["harbour", named("Harbour Dollar (sample)", "USD")],
      ["lantern", named("Lantern Dollar (sample)", "USD")],
      ["orchard", named("Orchard Euro (sample)", "EUR")],
    ]);
    const rows = pegSplits(worths, names);
    expect(rows.map(({ name, members, value }) => [name, members, value])).toEqual([
      ["USD", 2, 80],
      ["EUR", 1, 20],
      ["Not disclosed", 1, 10],
    ]);
    expect(rows[0]?.change).toBeCloseTo(80 / 70 - 1);
    expect(rows.reduce((sum, { share }) => sum + (share ?? 0), 0)).toBeCloseTo(1);
  });

  it("have no value of the day of the whole where a member has none then", () => {
    const ended = sampleGroup("orchard", [...flat(20).slice(1), null]);
    const rows = groupSplits(sampleAnswer([sampleGroup("harbour", flat(50)), ended]), new Map());
    expect(rows.map(({ value, share }) => [value, share])).toEqual([
      [50, 1],
      [null, null],
    ]);
  });

  it("tell the sample data of a part from that of the whole", () => {
    const real = { ...sampleGroup("harbour", flat(50)), has_sample: false };
    const rows = groupSplits(sampleAnswer([real, sampleGroup("orchard", flat(20))]), new Map());
    expect(rows.map(({ sample, wholeSample }) => [sample, wholeSample])).toEqual([
      [false, true],
      [true, true],
    ]);
    expect(groupSplits(sampleAnswer([real]), new Map())[0]?.wholeSample).toBe(false);
  });

  it("are of the last day with a value of the whole, which a file names", () => {
    const late = sampleAnswer([sampleGroup("harbour", [...flat(50).slice(1), null])]);
    const [row] = splitsBy(late, () => ({ key: "2030", name: "2030" }));
    expect(row?.qualifier).toMatchObject({ value_date: "2026-11-18", is_carried: false });
  });

  it("are apart from the combined rest", () => {
    const answer = sampleAnswer([
      sampleGroup("harbour", flat(50)),
      { ...sampleGroup(null, flat(9)), is_other: true, member_count: 30 },
    ]);
    const rows = splitsBy(answer, () => ({ key: "2030", name: "2030" }));
    expect(rows.map(({ name, members, of }) => [name, members, of])).toEqual([
      ["2030", 1, ["harbour"]],
      ["Others", 30, []],
    ]);
  });

  it("are carried where each of their members is, on the newest of their days", () => {
    const carried = (slug: string, day: string) => {
      const days = { from: "2026-11-18", to: "2026-11-19", value_date: day };
      const flags = {
        is_carried: true,
        is_partial: false,
        spans_gap: false,
        is_average: false,
        lacks_days: false,
      };
      return { ...sampleGroup(slug, flat(20)), qualifiers: [{ ...days, ...flags }] };
    };
    const answer = sampleAnswer([
      carried("harbour", "2026-11-14"),
      carried("orchard", "2026-11-17"),
      carried("lantern", "2026-11-17"),
      sampleGroup("linden", flat(10)),
    ]);
    const old = new Set(["harbour", "orchard"]);
    const partOf = (member: string) =>
      old.has(member) ? { key: "a", name: "A" } : { key: "b", name: "B" };
    const rows = splitsBy(answer, partOf);
    const measured = {
      is_carried: false,
      is_partial: false,
      spans_gap: false,
      is_average: false,
      lacks_days: false,
    };
    expect(rows.map(({ name, qualifier }) => [name, qualifier])).toEqual([
      ["A", { ...measured, value_date: "2026-11-17", is_carried: true }],
      ["B", { ...measured, value_date: null }],
    ]);
  });

  it("have keys of their own for the others and for the group that is not disclosed", () => {
    const rest = { ...sampleGroup(null, flat(5)), is_other: true };
    const rows = groupSplits(sampleAnswer([sampleGroup(null, flat(7)), rest]), new Map());
    expect(rows.map(({ key, name }) => [key, name])).toEqual([
      ["Not disclosed", "Not disclosed"],
      ["others", "Others"],
    ]);
  });

  it("have the names of their groups, or none", () => {
    const rows = groupSplits(worths, new Map([["harbour", named("Harbour (sample)")]]));
    expect(rows.map(({ name }) => name)).toEqual([
      "Harbour (sample)",
      "orchard",
      "lantern",
      "Not disclosed",
    ]);
  });
});

describe("all parts of a class", () => {
  it("change as their sum does, without those that have no value", () => {
    const parts = [
      { members: 2, value: 60, before: 40 },
      { members: 1, value: 30, before: 20 },
      { members: 4, value: null, before: null },
    ];
    const all = { name: "All", members: 7, value: 90, before: 60, share: 1, change: 0.5 };
    expect(sumOfParts(parts)).toMatchObject(all);
    const [, , unknown] = parts;
    const none = { name: "All", members: 4, value: null, before: null, share: null, change: null };
    expect(sumOfParts(unknown ? [unknown] : [])).toMatchObject(none);
  });

  it("are marked where none of them was measured on its day", () => {
    const flags = {
      is_carried: true,
      is_partial: false,
      spans_gap: false,
      is_average: false,
      lacks_days: false,
    };
    const qualifier = { ...flags, value_date: "2026-11-14" };
    const old = { members: 1, value: 60, before: 40, qualifier };
    expect(sumOfParts([old, old]).qualifier).toEqual(qualifier);
    expect(sumOfParts([old, { members: 1, value: 30, before: 20 }]).qualifier).toEqual({
      ...flags,
      value_date: null,
      is_carried: false,
    });
  });
});

describe("ages of net asset values", () => {
  it("stand from the oldest to the newest, without funds that never had one", () => {
    const nav = (slug: string, age: number | null): LatestValue => ({
      series_id: 1,
      subject_kind: "asset",
      subject_slug: slug,
      subject_name: slug,
      measure_slug: "net_asset_value_dollar",
      kind: "stock",
      unit: "usd",
      network_slug: null,
      source: "Harbour register (sample)",
      is_sample: true,
      value: 100,
      date: "2026-10-31",
      age_days: age,
      is_stale: (age ?? 0) > 40,
      changes: [],
      differing: [],
      is_average: false,
      value_date: "2026-10-31",
      is_carried: true,
      is_partial: false,
    });
    const worths = sampleAnswer([sampleGroup("old", [7]), sampleGroup("new", [9])]);
    const latest = [nav("new", 1), nav("old", 45), nav("never", null)];
    const rows = navAges(latest, worths, new Map([["old", named("Old Oak (sample)")]]));
    expect(rows.map(({ name, days, stale, value }) => [name, days, stale, value])).toEqual([
      ["Old Oak (sample)", 45, true, 7],
      ["new", 1, false, 9],
    ]);
  });
});
