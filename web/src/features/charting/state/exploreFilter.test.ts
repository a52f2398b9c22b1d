import { describe, expect, it } from "vitest";
import { where } from "@/api/listQuery";
import type { Filter } from "@/lib/address/viewState";
import { assetPreset, poolPreset } from "../presets";
import { exploreFilterFields, offeredFilters, targetOf, withinGroup } from "./exploreFilter";

const is = (field: string, ...values: string[]): Filter => ({ field, operator: "is", values });

describe("the filters of a chart", () => {
  it("are joined in the grammar of the service", () => {
    const filters: Filter[] = [
      is("asset_class", "stablecoins", "commodities"),
      { field: "platform", operator: "not", values: ["harbour-sample"] },
      is("is_sample", "true"),
    ];
    const { kind, filter } = targetOf(filters, { kind: "asset", group: "issuer" });
    expect(kind).toBe("asset");
    expect(filter).toEqual({
      operator: "and",
      filters: [
        where("asset_class", "in", ["stablecoins", "commodities"]),
        where("platform", "notEquals", "harbour-sample"),
        where("is_sample", "equals", true),
      ],
    });
    expect(targetOf([], { kind: "asset", group: "none" }).filter).toBeUndefined();
  });

  it("ask for tokens where a network or a kind of tokenization is chosen", () => {
    const target = targetOf(
      [is("tokenization_type", "distributed"), is("issuer", "alder-sample")],
      {
        kind: "asset",
        group: "issuer",
      },
    );
    expect(target.kind).toBe("token");
    expect(target.group).toBe("asset");
    expect(target.ignored).toEqual([is("issuer", "alder-sample")]);
    expect(targetOf([is("network", "ethereum")], { kind: "asset", group: "asset" }).kind).toBe(
      "token",
    );
    expect(targetOf([is("network", "ethereum")], { kind: "asset", group: "network" }).kind).toBe(
      "asset",
    );
    expect(targetOf([is("network", "ethereum")], { kind: "pool", group: "token" }).kind).toBe(
      "pool",
    );
  });

  it("leave out what the page does not ask by", () => {
    const filters = [
      is("issuer", "x"),
      is("platform", "y"),
      { ...is("network", "z"), operator: "contains" as const },
    ];
    expect(offeredFilters(filters, poolPreset)).toEqual([is("platform", "y")]);
    expect(offeredFilters([is("is_sample", "maybe")], assetPreset)).toEqual([]);
  });

  it("are requested in the words of the catalog", () => {
    const options = [{ value: "stablecoins", content: { label: "Stablecoins" } }];
    const [first, ...rest] = exploreFilterFields(assetPreset, { asset_class: options });
    expect(first).toEqual({ id: "asset_class", label: "Class", kind: "several", options });
    expect(rest.map(({ label }) => label)).toEqual([
      "Network",
      "Platform",
      "Issuer",
      "Country",
      "Tokenization",
      "Sample",
    ]);
  });

  it("find one group alone, that of those without a name included", () => {
    const own = where("asset_class", "equals", "stablecoins");
    expect(withinGroup(own, "network", "ethereum")).toEqual({
      operator: "and",
      filters: [own, where("network", "equals", "ethereum")],
    });
    expect(withinGroup(undefined, "token", "alder-sample")).toEqual(
      where("slug", "equals", "alder-sample"),
    );
    expect(withinGroup(undefined, "issuer", null)).toEqual(where("issuer", "equals", null));
  });
});
