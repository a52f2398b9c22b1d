import { describe, expect, it } from "vitest";
import { changeText, chartUnit, exactText, shortText, shortTexts, unitLabel } from "./units";

describe("the numbers of a measure", () => {
  it.each([
    ["usd", "bridged_token_value_dollar", "$2,314,908,127.44", "$2.31B"],
    ["usd", "net_asset_value_dollar", "$2,314,908,127.44", "$2,314,908,127.44"],
    ["count", "holding_addresses_count", "2,314,908,127", "2,314,908,127"],
    ["token", "daily_mints_token", "2,314,908,127.44", "2,314,908,127.44"],
  ])("of %s are written in full and short as %s asks", (unit, measure, exact, short) => {
    expect(exactText(2_314_908_127.44, { unit, measure })).toBe(exact);
    expect(shortText(2_314_908_127.44, { unit, measure })).toBe(short);
  });

  it("stand beside each other with as many digits as tell them apart", () => {
    const quantity = { unit: "usd", measure: "bridged_token_value_dollar" };
    expect(shortTexts(1_586_000, 1_592_400, quantity)).toEqual(["$1.586M", "$1.592M"]);
    expect(shortTexts(1_586_000, 1_622_400, quantity)).toEqual(["$1.59M", "$1.62M"]);
    expect(shortTexts(2_314_908_127, 2_314_908_126, quantity)).toEqual([
      "$2,314,908,127.00",
      "$2,314,908,126.00",
    ]);
    expect(shortTexts(5, 5, quantity)).toEqual(["$5.00", "$5.00"]);
    const rate = { unit: "ratio", measure: "yield_7d" };
    expect(shortTexts(0.0498, 0.0502, rate)).toEqual(["4.98%", "5.02%"]);
    expect(shortTexts(0.0498, 0.049812, rate)).toEqual(["4.980%", "4.981%"]);
  });

  it("that are not known are a dash, and a rate shows its fraction", () => {
    expect(exactText(null, { unit: "usd", measure: "price_dollar" })).toBe("—");
    expect(exactText(0.0407, { unit: "ratio", measure: "benchmark_rate" })).toBe(
      "4.0700% (0.0407)",
    );
  });

  it("change in percent, rates in points, and not at all from nothing", () => {
    expect(changeText(1.02, 1, "usd")).toBe("+2.00%");
    expect(changeText(0.0407, 0.0411, "ratio")).toBe("−0.04 pp");
    expect(changeText(1, 0, "usd")).toBe("—");
  });

  it("say percentage points where a share has changed", () => {
    const quantity = { unit: "percentage_points", measure: "market_share_change_30d" };
    expect(exactText(-5.25, quantity)).toBe("−5.25 percentage points");
    expect(shortText(-5.25, quantity)).toBe("−5.3 pp");
    expect(changeText(2, 1.5, quantity.unit)).toBe("+0.5 pp");
    expect(unitLabel(quantity.unit)).toBe("Percentage points");
  });

  it("are never divided where they are prices or rates of exchange", () => {
    expect(chartUnit({ unit: "usd", measure: "net_asset_value_dollar" })).toEqual({
      kind: "money",
      per: 1,
      decimals: 4,
    });
    expect(chartUnit({ unit: "per_euro", measure: "units_per_euro" })).toEqual({
      kind: "count",
      noun: "units per euro",
      per: 1,
      decimals: 4,
    });
    expect(chartUnit({ unit: "ratio", measure: "yield_to_maturity" })).toEqual({ kind: "percent" });
    expect(chartUnit({ unit: "days", measure: "days_to_maturity" })).toEqual({
      kind: "count",
      noun: "days",
      per: 1,
      decimals: 1,
    });
    expect(unitLabel("per_euro")).toBe("Units per euro");
  });
});
