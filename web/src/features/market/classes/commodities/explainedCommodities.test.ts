import { describe, expect, it } from "vitest";
import { explainedCommodities, explainedOunce, explainedOunces } from "./explainedCommodities";
import type { CommodityToken } from "./ounces";

const quarry: CommodityToken = {
  key: "quarry",
  name: "Quarry Gold (sample)",
  symbol: "QRY",
  sample: true,
  unit: "troy ounce of gold",
  commodity: "gold",
  units: 200,
  ounces: 200,
  value: 500_000,
  nav: 2500,
  worth: 2500,
  premium: -0.01,
  marks: {},
};

describe("what explains commodities", () => {
  it("is how many tokens there are and what one of them is", () => {
    expect(explainedOunces(quarry)).toMatchObject({
      items: [
        { figure: "200", number: { kind: "series", key: { measure: "total_supply_token" } } },
        { figure: "troy ounce of gold", number: { kind: "fact", of: "assets", field: "unit" } },
      ],
      figure: "200",
    });
  });

  it("is the issuer's value and what one token is, where there is such a value", () => {
    expect(explainedOunce(quarry)).toMatchObject({
      items: [{ number: { key: { measure: "net_asset_value_dollar" } } }, { figure: quarry.unit }],
    });
    expect(explainedOunce({ ...quarry, worth: null })).toBeNull();
  });

  it("is every product of all together", () => {
    const sum = explainedCommodities(
      [quarry, { ...quarry, key: "other", name: "Other" }],
      "gold",
      400,
    );
    expect(sum).toMatchObject({
      items: [{ name: "Quarry Gold (sample)" }, { name: "Other" }],
      figure: "400",
    });
  });
});
