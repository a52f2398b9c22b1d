import { describe, expect, it } from "vitest";
import type { FieldMeta, ResourceMeta } from "@/api/contract";
import { fieldMeta } from "@/testing/catalogFixtures";
import {
  type Group,
  groupFields,
  groupFilter,
  groupQuery,
  groupRows,
  knownMeasures,
  measures,
  sortedGroups,
} from "./aggregates";

const groupable = { groupable: true };
const named = { validValues: [{ value: "harbour", label: "Harbour (sample)", meaning: "" }] };
const meta: ResourceMeta = {
  resource: "assets",
  key: "id",
  defaultSort: { field: "name", direction: "asc" },
  referencedBy: [],
  fields: [
    fieldMeta("issuer_id", "id", groupable),
    fieldMeta("issuer_slug", "slug", { ...groupable, aggregateFunctions: ["countDistinct"] }),
    fieldMeta("issuer_name", "text", groupable),
    fieldMeta("platform_slug", "slug", { ...groupable, ...named }),
    fieldMeta("platform_name", "text", groupable),
    fieldMeta("network_slugs", "list", { ...groupable, ...named }),
    fieldMeta("inception_on", "date", groupable),
    fieldMeta("name", "text"),
    fieldMeta("token_count", "int", { aggregateFunctions: ["sum", "avg"] }),
  ],
};
const field = (name: string): FieldMeta => {
  const found = meta.fields.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const answer = (rows: ReadonlyArray<[string | null, number, number | null]>) => ({
  results: rows.map(([group, count, value]) => ({ group, count, covered: count, value })),
  groupCount: rows.length,
});

describe("groups of assets", () => {
  it("are made by readable fields: slugs with names, and names without slugs", () => {
    expect(groupFields(meta).map(({ name }) => name)).toEqual([
      "network_slugs",
      "issuer_name",
      "platform_slug",
      "inception_on",
    ]);
  });

  it("have the measures that the server can tell", () => {
    expect(knownMeasures(meta).map(({ id }) => id)).toEqual(["tokens", "issuers"]);
    expect(groupQuery(undefined, field("inception_on"), measures[0])).toEqual({
      aggregate: {
        groupBy: "inception_on",
        groupLimit: 1000,
        interval: "year",
        aggregateFunction: "sum",
        field: "token_count",
      },
      sort: { field: "count", direction: "desc" },
    });
  });

  it("put the answers together, with labels and shares", () => {
    const groups = groupRows(field("platform_slug"), {
      counted: answer([
        ["harbour", 3, null],
        [null, 1, null],
      ]),
      total: 4,
      measured: [
        { id: "tokens", answer: answer([["harbour", 3, 7]]) },
        { id: "issuers", answer: undefined },
      ],
    });
    expect(groups).toMatchObject([
      { label: "Harbour (sample)", count: 3, share: 0.75, measured: { tokens: 7 } },
      { label: "Not disclosed", count: 1, share: 0.25, measured: { tokens: null } },
    ]);
    expect(groups[0]?.measured).not.toHaveProperty("issuers");
  });

  it("have no share where one asset is in several", () => {
    const counted = answer([["harbour", 3, null]]);
    const [group] = groupRows(field("network_slugs"), { counted, total: 4, measured: [] });
    expect(group?.share).toBeNull();
  });

  it("lead to the assets of each", () => {
    const group = (value: Group["value"]): Group => {
      return { id: "", value, label: "", count: 1, share: null, measured: {} };
    };
    expect(groupFilter(field("platform_slug"), group("harbour"))).toEqual({
      field: "platform_slug",
      operator: "is",
      values: ["harbour"],
    });
    expect(groupFilter(field("inception_on"), group("2024-01-01"))?.values).toEqual([
      "2024-01-01",
      "2024-12-31",
    ]);
    expect(groupFilter(field("platform_slug"), group(null))).toBeNull();
  });

  it("are sorted by any column, unknown last", () => {
    const groups = groupRows(field("platform_slug"), {
      counted: answer([
        ["b", 3, null],
        [null, 2, null],
        ["a", 1, null],
      ]),
      total: 6,
      measured: [{ id: "tokens", answer: answer([["a", 1, 9]]) }],
    });
    const order = (column: string, direction: "ascending" | "descending") =>
      sortedGroups(groups, { column, direction }).map(({ value }) => value);
    expect(order("group", "ascending")).toEqual(["a", "b", null]);
    expect(order("group", "descending")).toEqual(["b", "a", null]);
    expect(order("tokens", "ascending")[0]).toBe("a");
    expect(order("count", "ascending")).toEqual(["a", null, "b"]);
  });
});
