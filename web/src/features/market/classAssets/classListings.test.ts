import { describe, expect, it } from "vitest";
import { assetListing } from "@/lists/listings/assetListing";
import { shownNumbers } from "@/lists/numbers/rowNumbers";
import { defaultColumns } from "@/lists/table/columnChoice";
import { groupListing } from "./classListings";

const classes = [
  ...["stablecoins", "treasuries", "global-bonds", "private-credit"],
  ...["commodities", "institutional-funds", "stocks", "real-estate"],
];

describe("the assets of a class", () => {
  it.each(classes)("of %s begin with columns of their own and can show every usual one", (slug) => {
    const { columns, numbers, cards } = groupListing(slug);
    const ids = columns.map(({ id }) => id);
    expect(ids[0]).toBe("name");
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of assetListing.columns) expect(ids).toContain(id);
    for (const pair of cards.pairs) expect(ids).toContain(pair);
    // A column without a request for its number would never be filled.
    const ofSeries = columns.filter(({ fields }) => fields?.length === 0).map(({ id }) => id);
    for (const id of ofSeries) expect(Object.keys(numbers?.columns ?? {})).toContain(id);
  });

  it("differ by class, and are those of every list where a class has none of its own", () => {
    const shown = (slug: string) =>
      groupListing(slug)
        .columns.filter(({ defaultHidden }) => !defaultHidden)
        .map(({ header }) => header);
    expect(shown("stablecoins")).toEqual(expect.arrayContaining(["Peg", "Price", "Peg deviation"]));
    expect(shown("treasuries")).toEqual(expect.arrayContaining(["NAV", "7d yield", "Fee"]));
    expect(shown("commodities")).toEqual(expect.arrayContaining(["Token represents"]));
    expect(shown("stocks")).toEqual(
      expect.arrayContaining(["Underlying ticker", "Distributes income"]),
    );
    expect(shown("treasuries")).not.toContain("Status");
    expect(groupListing("venture")).toBe(assetListing);
  });

  it("can be sorted by every number", () => {
    for (const slug of classes) {
      const { columns, numbers } = groupListing(slug);
      const ofSeries = columns.filter(({ fields }) => fields?.length === 0).map(({ id }) => id);
      expect(ofSeries.filter((id) => !numbers?.ranks?.includes(id))).toEqual([]);
    }
  });

  it("asks for nothing that is not shown", () => {
    const { columns, numbers } = groupListing("real-estate");
    const requested = shownNumbers(numbers, columns, defaultColumns(columns));
    expect(Object.keys(requested?.columns ?? {}).sort()).toEqual(
      [
        ...["change_30d", "holders", "loan_to_value", "nav", "occupancy", "rental_yield"],
        ...["return_1y", "supply", "value"],
      ].sort(),
    );
    const chosen = shownNumbers(numbers, columns, ["name", "yield_7d"]);
    expect(Object.keys(chosen?.columns ?? {})).toEqual(expect.arrayContaining(["yield_7d"]));
    expect(groupListing("stablecoins").numbers?.columns.value).toMatchObject({
      only: { operator: "notEquals", value: "stablecoins" },
      otherwise: "bridged_token_market_cap_dollar",
    });
  });
});
