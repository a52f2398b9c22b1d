import { renderHook, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { GetAggregateRequest, GetAggregateResponse } from "@/api/contract";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { addDays, lastDay } from "@/lib/dates/day";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { overview } from "../markets/overviewMarket";
import { NetFlows } from "./NetFlows";

const days = Array.from({ length: 30 }, (_, place) => addDays(lastDay(), place - 29));

function answer(aggregate: (request: GetAggregateRequest) => GetAggregateResponse) {
  const page = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": () => ({ results: [], pagination: page }),
      "timeseries.aggregate": aggregate,
    }),
  );
}

const both = ["alder", "birch"];
const sums = (keys: readonly string[], most: number) =>
  sampleAnswer(
    keys.map((key) =>
      sampleGroup(
        key,
        days.map((_, place) => (most / days.length) * (place + 1)),
      ),
    ),
    { dates: days },
  );

it("leads from the number of assets with flows to the sums that they stand in", async () => {
  answer(({ measure }) => sums(both, measure === "daily_mints_dollar" ? 2e6 : 1e6));
  const { user } = render(<NetFlows market={overview} />, { asPath: "/", isReady: true });
  await user.click(
    await screen.findByRole("button", { name: /^Explain, number of all 2 assets, 2/ }),
  );
  const shown = renderHook(() => useOpenExplanation()).result;
  expect(shown.current).toMatchObject({
    kind: "several",
    figure: "2",
    items: [
      { name: "Mints, 30 days", number: { of: { measure: "daily_mints_dollar" } } },
      { name: "Burns, 30 days", number: { of: { measure: "daily_burns_dollar" } } },
    ],
  });
});

it("shows the net flow of the API and its coverage if an asset reports only mints", async () => {
  const answers: Record<string, GetAggregateResponse> = {
    daily_mints_dollar: sums(both, 100e6),
    daily_burns_dollar: sums(["alder"], 4e6),
  };
  const { total, ...net } = sums(["alder"], 6e6);
  const coverage = total.coverage.with(-1, 0.9);
  answer(({ measure }) =>
    measure === "net_flow_30d_dollar"
      ? { ...net, total: { ...total, coverage } }
      : (answers[measure] ?? sums([], 0)),
  );
  render(<NetFlows market={overview} />, { asPath: "/", isReady: true });
  expect(await screen.findByText(/1 of 2 assets report both\. Coverage 90\.0%\./)).toBeVisible();
  const rows = screen.getAllByRole("listitem");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toHaveTextContent("+6.0");
  expect(screen.getByText(/^All/).parentElement).toHaveTextContent("+6.0");
});
