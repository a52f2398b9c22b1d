import { expect, it } from "vitest";
import { wrappedOf } from "./wrappedAssets";

it("groups tokens by the stock that they represent", () => {
  const product = (ticker: string | null, platform: string | null, networks: string[]) => ({
    underlying_ticker: ticker,
    underlying_name: ticker && `${ticker} Inc. (sample)`,
    platform_name: platform,
    network_slugs: networks,
    is_sample: true,
  });
  const rows = wrappedOf([
    product("ALDR", "Pier (sample)", ["harbour"]),
    product("BRCH", "Pier (sample)", ["harbour"]),
    product("BRCH", "Quay (sample)", ["harbour", "orchard"]),
    product(null, "Quay (sample)", ["harbour"]),
  ]);
  expect(rows).toEqual([
    {
      ticker: "BRCH",
      name: "BRCH Inc. (sample)",
      products: 2,
      platforms: ["Pier (sample)", "Quay (sample)"],
      networks: 2,
      sample: true,
    },
    expect.objectContaining({ ticker: "ALDR", products: 1 }),
  ]);
});
