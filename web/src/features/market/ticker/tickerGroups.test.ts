import { expect, it } from "vitest";
import type { EntityName } from "@/charts/measures/names";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { tickerGroups, unnamedGroups } from "./tickerGroups";

function named(name: string, part: Partial<EntityName> = {}): EntityName {
  return {
    name,
    symbol: null,
    colour: null,
    classSlug: null,
    group: null,
    peg: null,
    feePoints: null,
    ...part,
  };
}

const week = (first: number | null, last: number) => [first, 1, 1, 1, 1, 1, 1, last];

it("has the largest assets of each class with their change in a week", () => {
  const answer = sampleAnswer([
    sampleGroup("alder", week(100, 110)),
    sampleGroup("gold", week(null, 50)),
    ...["a", "b", "c", "d"].map((key) => sampleGroup(key, week(1, 2))),
    sampleGroup("unknown", week(1, 1)),
  ]);
  const fund = { classSlug: "funds" };
  const assets = new Map([
    ["alder", named("Alder Fund", { ...fund, symbol: "ALD" })],
    ["gold", named("Gold", { classSlug: "commodities" })],
    ...["a", "b", "c", "d"].map((key) => [key, named(key, fund)] as const),
  ]);
  const groups = tickerGroups(answer, assets, new Map([["funds", named("Funds")]]));
  expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
    ["Funds", 4],
    ["commodities", 1],
  ]);
  expect(groups[0]?.items[0]).toMatchObject({ symbol: "ALD", value: 110 });
  expect(groups[0]?.items[0]?.change).toBeCloseTo(0.1);
  expect(groups[1]?.items[0]).toMatchObject({ symbol: "Gold", change: null });
});

it("has the largest assets by their slugs where the catalog has no names", () => {
  const [group, ...others] = unnamedGroups(
    sampleAnswer([sampleGroup("alder-fund", week(100, 110)), sampleGroup("gold", week(null, 50))]),
  );
  expect(others).toEqual([]);
  expect(group?.items.map(({ symbol, value }) => [symbol, value])).toEqual([
    ["Alder fund", 110],
    ["Gold", 50],
  ]);
});
