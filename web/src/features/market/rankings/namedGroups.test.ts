import { expect, it } from "vitest";
import type { SeriesGroup } from "@/api/contract";
import { carriedSums } from "@/charts/explanation/carriedSums";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { namedRequests, withNamed } from "./namedGroups";

const request = {
  measure: "net_flow_dollar",
  subject_kind: "token",
  group_by: "issuer",
  group_limit: 100,
} as const;
const rest = { ...sampleGroup(null, [4, 9]), is_other: true, member_count: 5, sample_count: 4 };

it("asks by name for groups that an answer leaves in its rest", () => {
  const answer = sampleAnswer([sampleGroup("harbour", [5, 5]), rest]);
  const [first, ...more] = namedRequests(request, answer, ["harbour", "orchard", "orchard"]);
  expect(first).toMatchObject({
    measure: "net_flow_dollar",
    filter: { operator: "in", field: "issuer", value: ["orchard"] },
  });
  expect(more).toEqual([]);
  expect(namedRequests(request, answer, ["harbour"])).toEqual([]);
  expect(
    namedRequests(
      request,
      answer,
      Array.from({ length: 150 }, (_, at) => `i-${at}`),
    ),
  ).toHaveLength(2);
});

it("asks for nothing where an answer lists all groups", () => {
  expect(namedRequests(request, sampleAnswer([sampleGroup("harbour", [5])]), ["orchard"])).toEqual(
    [],
  );
});

it("takes what has a name out of the rest, so that the groups add up to the total as before", () => {
  const answer = sampleAnswer([sampleGroup("harbour", [5, 5]), rest]);
  const named = sampleAnswer([sampleGroup("orchard", [-2, -3]), sampleGroup("pier", [null, 1])]);
  const { groups } = withNamed(answer, [named]);
  expect(groups.map(({ key, values }) => [key, values])).toEqual([
    ["harbour", [5, 5]],
    ["orchard", [-2, -3]],
    ["pier", [null, 1]],
    [null, [6, 11]],
  ]);
  expect(groups.at(-1)).toMatchObject({ member_count: 3, sample_count: 2 });
  const sum = groups.reduce((all, { values }) => all + (values[1] ?? 0), 0);
  expect(sum).toBe(answer.total.values[1]);
});

it("ends sums of days with the last day that has a value", () => {
  const answer = carriedSums(sampleAnswer([sampleGroup("harbour", [null, 5, null, 7, null])]));
  expect(answer.total.values).toEqual([null, 5, 5, 7, 7]);
  expect(answer.groups[0]?.values).toEqual([null, 5, 5, 7, 7]);
});

it("marks sums as partial from the first day that lacks values to the last day", () => {
  const measured = {
    ...{ value_date: null, is_carried: false, is_average: false, spans_gap: false },
    ...{ is_partial: false, lacks_days: false },
  };
  const sums = (group: Partial<SeriesGroup>) => {
    const sample = { ...sampleGroup("harbour", [1, 2, null, null]), ...group };
    const answer = carriedSums(sampleAnswer([sample]));
    const marks = answer.groups[0]?.qualifiers ?? [];
    for (const mark of marks) expect(mark.lacks_days).toBe(mark.is_partial);
    return marks.map(({ from, to, is_partial }) => [from, to, is_partial]);
  };
  const [first = "", second = "", , last = ""] = sampleAnswer([
    sampleGroup("harbour", [1, 2, null, null]),
  ]).dates;
  const partial = { ...measured, from: second, to: second, is_partial: true, lacks_days: true };
  const carriedOver = { ...measured, from: first, to: first, is_carried: true };
  expect(sums({ qualifiers: [carriedOver, partial], withheld_count: 1 })).toEqual([
    [first, first, false],
    [second, last, true],
  ]);
  // The withheld days are the last ones.
  expect(sums({ qualifiers: [], withheld_count: 1 })).toEqual([[last, last, true]]);
  expect(sums({ qualifiers: [], withheld_count: 0 })).toEqual([]);
});
