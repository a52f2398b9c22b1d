import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { commodities } from "../../markets/classMarkets";
import { CommodityTable } from "./CommodityTable";

const premiums: Record<string, number> = { quarry: 0.0009, lode: -0.012 };

it("shows premiums with their sign, as lists of assets do", async () => {
  const products = Object.keys(premiums).map((slug) => ({
    ...{ slug, name: slug, symbol: null, is_sample: false, unit: "troy ounce of gold" },
  }));
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.aggregate": ({ measure, to }) => {
        const isPremium = measure === "premium_to_underlying";
        const groups = products.map(({ slug }) =>
          sampleGroup(slug, [isPremium ? (premiums[slug] ?? 0) : 100]),
        );
        return sampleAnswer(groups, { dates: [to ?? ""] });
      },
      "assets.list": () => ({
        results: products as never,
        pagination: { page: 1, perPage: 100, pageCount: 1, resultCount: 2, nextCursor: null },
      }),
    }),
  );
  render(<CommodityTable market={commodities} />);
  const premium = async (name: string) =>
    within(await screen.findByRole("row", { name: new RegExp(`^${name}`) })).getByRole("button", {
      name: new RegExp(`^Explain, Premium of ${name},`),
    });
  expect(await premium("quarry")).toHaveTextContent("+0.09%");
  expect(await premium("lode")).toHaveTextContent("−1.20%");
});
