import { describe, expect, it } from "vitest";
import { assetListing } from "@/lists/listings/assetListing";
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

  it("asks for nothing that is not shown", () => {
    expect(Object.keys(groupListing("real-estate").numbers?.columns ?? {})).toEqual(
      expect.not.arrayContaining(["off_peg", "yield_7d"]),
    );
    expect(groupListing("stablecoins").numbers?.columns.value).toMatchObject({
      only: { operator: "notEquals", value: "stablecoins" },
      otherwise: "bridged_token_market_cap_dollar",
    });
  });
});
