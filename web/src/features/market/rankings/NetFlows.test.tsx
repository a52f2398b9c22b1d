import { renderHook, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useExplained } from "@/app-state/explained";
import { addDays, lastDay } from "@/lib/dates/day";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { overview } from "../markets/overviewMarket";
import { NetFlows } from "./NetFlows";

const days = Array.from({ length: 30 }, (_, place) => addDays(lastDay(), place - 29));

it("leads from the number of assets with flows to the sums that they stand in", async () => {
  const page = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };
  const groupsOf = (amount: number) =>
    ["alder", "birch"].map((key) =>
      sampleGroup(
        key,
        days.map(() => amount),
      ),
    );
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": () => ({ results: [], pagination: page }),
      "timeseries.aggregate": ({ measure }) =>
        sampleAnswer(groupsOf(measure === "daily_mints_dollar" ? 2e6 : 1e6), { dates: days }),
    }),
  );
  const { user } = render(<NetFlows market={overview} />, { asPath: "/", isReady: true });
  await user.click(
    await screen.findByRole("button", { name: /^Explain, number of all 2 assets, 2/ }),
  );
  const shown = renderHook(() => useExplained()).result;
  expect(shown.current).toMatchObject({
    kind: "several",
    figure: "2",
    items: [
      { name: "Mints, 30 days", number: { of: { measure: "daily_mints_dollar" } } },
      { name: "Burns, 30 days", number: { of: { measure: "daily_burns_dollar" } } },
    ],
  });
});
