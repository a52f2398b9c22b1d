import { describe, expect, it } from "vitest";
import type { Asset } from "@/api/contract";
import { assetMeta, sampleAsset } from "@/testing/catalogFixtures";
import { listColumns } from "../listColumns";
import { assetListing } from "../listings/assetListing";
import type { useRowNumbers } from "../numbers/rowNumbers";
import { emptyColumns } from "./emptyColumns";

const columns = listColumns(assetListing.columns, assetMeta, assetListing.numbers, "assets");

type Numbers = NonNullable<ReturnType<typeof useRowNumbers>>;

function numbers(part: Partial<Numbers> = {}): Numbers {
  return {
    status: "ready",
    retry: null,
    plans: [],
    isComplete: true,
    isMissing: () => false,
    at: () => null,
    qualifier: () => null,
    explained: () => null,
    sample: false,
    sampled: new Set(),
    ...part,
  };
}

function idsOf(
  rows: ReadonlyArray<Asset>,
  chosen: ReadonlyArray<string> | null = null,
  loaded = numbers(),
) {
  return emptyColumns(assetListing, columns, chosen, rows, loaded).map(({ id }) => id);
}

const bare = sampleAsset({
  issuer_slug: null,
  issuer_name: null,
  network_slugs: [],
  token_count: 0,
});

describe("the columns in which no row has a value", () => {
  it("are those without a value in every row, of numbers and of fields", () => {
    const series = ["value", "change_30d", "holders"];
    expect(idsOf([bare])).toEqual([...series, "platform_name", "issuer_name"]);
    expect(idsOf([bare, sampleAsset()])).toEqual([...series, "platform_name"]);
    const known = numbers({ at: (column, slug) => (column + slug === "holdersbirch" ? 0 : null) });
    const birch = sampleAsset({ slug: "birch" });
    expect(idsOf([bare, birch], null, known)).not.toContain("holders");
  });

  it("are none without rows: nothing is known then", () => {
    expect(idsOf([])).toEqual([]);
  });

  it("include no zero, no No, and no value in one of several fields", () => {
    const chosen = ["name", "token_count", "is_yield_bearing", "platform_name"];
    const row = sampleAsset({ token_count: 0, is_yield_bearing: false, platform_slug: "quay" });
    const empty = idsOf([row], chosen);
    for (const id of chosen) expect(empty).not.toContain(id);
  });

  it("include lists and texts without content, but none whose cells say something then", () => {
    const hidden = columns.map((column) => ({ ...column, defaultHidden: column.id !== "name" }));
    const rows = [sampleAsset({ unit: "", network_slugs: [] })];
    const chosen = ["name", "unit", "network_slugs"];
    const empty = emptyColumns(assetListing, hidden, chosen, rows, numbers());
    expect(empty.map(({ id }) => id)).toEqual(["unit"]);
  });

  it("include columns that are hidden by default only once they are chosen", () => {
    expect(idsOf([bare])).not.toContain("nav");
    expect(idsOf([bare], ["name", "nav"])).toContain("nav");
  });

  it("include no number while one of them could not be loaded", () => {
    expect(idsOf([bare], null, numbers({ isComplete: false }))).toEqual([
      "platform_name",
      "issuer_name",
    ]);
  });
});
