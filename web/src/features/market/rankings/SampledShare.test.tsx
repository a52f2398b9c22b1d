import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answerTo } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { YieldSplit } from "../classes/YieldSplit";
import { treasuries } from "../markets/classMarkets";
import { MarketLeague } from "./MarketLeague";

const pagination = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };

/** One real group, and one of sample data; of some measures the real one includes sample data, too. */
function answering(sampledMeasure?: string) {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": () => ({ results: [], pagination }),
      "countries.list": () => ({ results: [], pagination }),
      "timeseries.aggregate": (request) => {
        const answer = answerTo(request, true);
        const groups = answer.groups.map((group) =>
          group.key === "harbour-chain"
            ? { ...group, has_sample: request.measure === sampledMeasure }
            : group,
        );
        return { ...answer, groups };
      },
    }),
  );
}

const totalNote = "The total includes sample data";

it("marks the shares of a real row in a total with sample data, and no row twice", async () => {
  answering();
  render(<MarketLeague market={treasuries} />);
  const league = within(await screen.findByRole("region", { name: "League table" }));
  const real = within(await league.findByRole("row", { name: /harbour-chain/ }));
  expect(real.getAllByTitle(totalNote)).toHaveLength(2);
  expect(real.queryByTitle("Includes sample data")).toBeNull();
  const sampled = within(league.getByRole("row", { name: /orchard-chain/ }));
  expect(sampled.getByTitle("Includes sample data")).toBeInTheDocument();
  expect(sampled.queryByTitle(totalNote)).toBeNull();
});

it("marks a row whose holders alone include sample data", async () => {
  answering("holding_addresses_count");
  render(<MarketLeague market={treasuries} />);
  const league = within(await screen.findByRole("region", { name: "League table" }));
  const real = within(await league.findByRole("row", { name: /harbour-chain/ }));
  expect(await real.findByTitle("Includes sample data")).toBeInTheDocument();
});

const split = (
  <YieldSplit
    market={treasuries}
    title="By domicile"
    lead="Distributed value by country of issue."
    earned={{ measure: "yield_7d", header: "7d yield" }}
    by={[{ value: "country", label: "Country" }]}
  />
);

async function realPart() {
  const table = within(await screen.findByRole("table", { name: "By domicile" }));
  return within(await table.findByRole("row", { name: /harbour-chain/ }));
}

it("marks the share of a real part of a class", async () => {
  answering();
  render(split);
  const real = await realPart();
  expect(real.getAllByTitle(totalNote)).toHaveLength(1);
  expect(real.queryByTitle("Includes sample data")).toBeNull();
});

it("marks a part of a class whose yield alone includes sample data", async () => {
  answering("yield_7d");
  render(split);
  expect(await (await realPart()).findByTitle("Includes sample data")).toBeInTheDocument();
});
