import { describe, expect, it } from "vitest";
import { emptyViewState, type Filter } from "@/lib/address/viewState";
import { assetMeta, fieldMeta } from "@/testing/catalogFixtures";
import { type Base, isAccepted, queryOf, rowsOf, where } from "./listQuery";

const base: Base = {
  search: { id: "name", fields: ["name", "symbol"] },
  sort: { column: "name", direction: "ascending" },
};

function filterOf(...filters: Filter[]) {
  return rowsOf({ ...emptyViewState, filters }, base, assetMeta).filter;
}

describe("a view in the grammar", () => {
  it("asks for the first page in the usual order when the address says nothing", () => {
    expect(queryOf(emptyViewState, base, undefined)).toEqual({
      sort: { field: "name", direction: "asc" },
      pagination: { page: 1, perPage: 50 },
    });
  });

  it.each<[Filter, object]>([
    [
      { field: "asset_class_slug", operator: "is", values: ["stablecoins"] },
      where("asset_class_slug", "equals", "stablecoins"),
    ],
    [
      { field: "asset_class_slug", operator: "is", values: ["stablecoins", "treasury-products"] },
      where("asset_class_slug", "in", ["stablecoins", "treasury-products"]),
    ],
    [
      { field: "network_slugs", operator: "not", values: ["a", "b"] },
      {
        operator: "and",
        filters: [
          where("network_slugs", "notEquals", "a"),
          where("network_slugs", "notEquals", "b"),
        ],
      },
    ],
    [
      { field: "unit", operator: "contains", values: ["100%_a\\b"] },
      where("unit", "ilike", "%100\\%\\_a\\\\b%"),
    ],
    [{ field: "unit", operator: "starts", values: ["1 g"] }, where("unit", "startsWith", "1 g")],
    [
      { field: "management_fee_bps", operator: "between", values: ["10", ""] },
      where("management_fee_bps", "gte", 10),
    ],
    [
      { field: "inception_on", operator: "between", values: ["2024-01-01", "2024-12-31"] },
      {
        operator: "and",
        filters: [
          where("inception_on", "onOrAfter", "2024-01-01"),
          where("inception_on", "onOrBefore", "2024-12-31"),
        ],
      },
    ],
    [
      { field: "kyc_required", operator: "is", values: ["false"] },
      where("kyc_required", "equals", false),
    ],
  ])("shows %j", (filter, part) => {
    expect(filterOf(filter)).toEqual(part);
  });

  it("looks for typed words in each of the search's fields", () => {
    expect(filterOf({ field: "name", operator: "contains", values: ["gold"] })).toEqual({
      operator: "or",
      filters: [where("name", "ilike", "%gold%"), where("symbol", "ilike", "%gold%")],
    });
  });

  it("keeps what holds for every row beside what the address asks", () => {
    const only = where("is_sample", "equals", false);
    const filters: Filter[] = [{ field: "kyc_required", operator: "is", values: ["true"] }];
    expect(rowsOf({ ...emptyViewState, filters }, { ...base, only }, assetMeta).filter).toEqual({
      operator: "and",
      filters: [only, where("kyc_required", "equals", true)],
    });
  });

  it.each<Filter>([
    { field: "nothing", operator: "is", values: ["x"] },
    { field: "management_fee_bps", operator: "between", values: ["many", ""] },
    { field: "kyc_required", operator: "is", values: ["perhaps"] },
    { field: "asset_class_slug", operator: "between", values: ["a", "b"] },
  ])("leaves out %j, which no answer has", (filter) => {
    expect(isAccepted(filter, base, assetMeta)).toBe(false);
    expect(filterOf(filter)).toBeUndefined();
  });

  it("leaves out a value that its field never has", () => {
    const valued = (value: string) => ({ value, label: value, meaning: "" });
    const status = fieldMeta("status", "enum", { validValues: ["active", "late"].map(valued) });
    const meta = { ...assetMeta, fields: [status] };
    const known = (...values: string[]) =>
      isAccepted({ field: "status", operator: "is", values }, base, meta);
    expect([known("late"), known("nosuch"), known("late", "nosuch")]).toEqual([true, false, false]);
  });

  it("sorts as usual when the address names a column that cannot be sorted by", () => {
    const sort = { column: "network_slugs", direction: "descending" } as const;
    expect(rowsOf({ ...emptyViewState, sort }, base, assetMeta).sort).toEqual({
      field: "name",
      direction: "asc",
    });
  });

  it("sorts by numbers that the catalog does not keep where the server can", () => {
    const sort = { column: "value", direction: "descending" } as const;
    const sortOf = (numbers: Base["numbers"]) =>
      rowsOf({ ...emptyViewState, sort }, { ...base, ...(numbers && { numbers }) }, assetMeta).sort;
    expect(sortOf({ ranks: ["value"] })).toEqual({ field: "value", direction: "desc" });
    expect(sortOf({})).toEqual({ field: "name", direction: "asc" });
    expect(sortOf({ ranks: ["holders"] })).toEqual({ field: "name", direction: "asc" });
  });
});
