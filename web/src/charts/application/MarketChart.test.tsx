import { renderHook, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { entities } from "@/features/figures/entities";
import { commodities, treasuries } from "@/features/market/markets/classMarkets";
import { privateCredit } from "@/features/market/markets/creditMarket";
import { sampleAnswer, sampleGroup, sampleWithheld } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { answerWithFunds, days, now, show } from "./chartFixtures";
import { MarketChart } from "./MarketChart";
import "@/testing/charts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  return () => vi.useRealTimers();
});

describe("the chart of a page", () => {
  it("sums what comes in since its first day", async () => {
    const { aggregates } = answerWithFunds();
    show(treasuries, "measure=mints&mode=cumulative");
    const name = "Mints, cumulative by asset";
    const card = await screen.findByRole("region", { name });
    expect(await within(card).findByText(/^US\$, sum since \d+ \w+ 2026, UTC$/)).toBeVisible();
    expect(aggregates[0]).toMatchObject({ mode: "cumulative", from: "2025-11-19" });
  });

  it("shows a change of 30 days if its points are days, and the day of each value", async () => {
    answerWithFunds();
    const { unmount } = show(treasuries, "");
    expect(await screen.findByRole("columnheader", { name: "30d" })).toBeVisible();
    unmount();
    const dates = ["2026-11-02", "2026-11-09", "2026-11-16"];
    const group = sampleGroup("alder-fund-sample", [1e6, 2e6, 3e6]);
    const answer = sampleAnswer([group], { dates, interval: "week" });
    answerWithFunds({ "timeseries.aggregate": () => answer });
    show(treasuries, "range=All");
    // The last week is not over: its value is that of the last day that is.
    expect(await screen.findByRole("columnheader", { name: "19 Nov 2026" })).toBeVisible();
    expect(screen.queryByRole("columnheader", { name: "30d" })).not.toBeInTheDocument();
  });

  it("draws the rates of money beside yields, and says whose they are", async () => {
    const { series } = answerWithFunds();
    show(treasuries, "measure=yield7");
    const card = await screen.findByRole("region", { name: "7-day yield by asset" });
    expect(await within(card).findByRole("row", { name: /Treasury par yield/ })).toBeVisible();
    expect(await within(card).findByText(/^Treasury par yield, 3 months: /)).toBeVisible();
    expect(series[0]?.keys).toMatchObject([{ subject_slug: "fred-dgs3mo" }]);
    // Rates have no place where value is stacked.
    expect(within(card).queryByRole("radio", { name: "Stacked" })).not.toBeInTheDocument();
  });

  it.each([
    ["Late", 14],
    ["Stale", 7],
  ])(
    "ends at the last known value of its members, and is %s where that stands %i days",
    async (state, carry) => {
      const values = days.map(() => 5e6);
      const lastKnown = { last_date: "2026-11-12", carry_days: carry };
      const group = { ...sampleGroup("alder-fund-sample", values), ...lastKnown };
      answerWithFunds({ "timeseries.aggregate": () => sampleAnswer([group], { dates: days }) });
      show(treasuries, "");
      const card = await screen.findByRole("region", { name: "Distributed value by asset" });
      expect(await within(card).findByText("No values newer than 12 Nov 2026")).toBeVisible();
      expect(within(card).getByRole("img", { name: state })).toBeInTheDocument();
    },
  );

  it("starts prices at 100", async () => {
    answerWithFunds();
    show(commodities, "measure=price");
    const card = await screen.findByRole("region", { name: "Price by asset" });
    expect(await within(card).findByText(/^Start of the range = 100/)).toBeVisible();
    expect(within(card).getByRole("radio", { name: "Index" })).toBeChecked();
  });

  it("compares the groups that are chosen, and keeps the choice in the address", async () => {
    const { aggregates } = answerWithFunds();
    const { user, router } = show(treasuries, "compare=alder-fund-sample");
    await screen.findByRole("region", { name: "Distributed value by asset, compared" });
    await waitFor(() =>
      expect(JSON.stringify(aggregates[0]?.filter)).toContain('"value":["alder-fund-sample"]'),
    );
    await user.click(screen.getByRole("button", { name: /^Compare/ }));
    await user.click(await screen.findByRole("option", { name: "birch-fund-sample" }));
    expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe(
      "/page?compare=alder-fund-sample%2Cbirch-fund-sample",
    );
  });

  it("shows one group alone as its address says, and all again", async () => {
    answerWithFunds();
    const { user, router } = show(treasuries, "legend=alder-fund-sample");
    const alone = await screen.findByRole("button", { name: "alder-fund-sample" });
    expect(alone).toHaveAttribute("aria-pressed", "true");
    expect(screen.getByRole("checkbox", { name: "Show birch-fund-sample" })).not.toBeChecked();
    await user.click(alone);
    expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe("/page");
    expect(screen.getByRole("checkbox", { name: "Show birch-fund-sample" })).toBeChecked();
    await user.click(screen.getByRole("checkbox", { name: "Show birch-fund-sample" }));
    expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe("/page?legend=alder-fund-sample");
  });

  it("names what is compared, or beside it, and does not fit", async () => {
    answerWithFunds();
    show(treasuries, "compare=alder-fund-sample,nope&benchmarks=nope-rate,fred-dgs3mo");
    expect(await screen.findByText("No data available here for nope.")).toBeVisible();
    const beside =
      "Not comparable in the unit of this chart: Treasury par yield, 3 months. Unknown benchmark: nope-rate.";
    expect(await screen.findByText(beside)).toBeVisible();
  });

  it("offers all again where nothing is known of what is compared", async () => {
    answerWithFunds({
      "timeseries.aggregate": () => ({
        ...sampleAnswer([], { dates: days, unit: "usd" }),
        groups: [],
      }),
    });
    const { user, router } = show(treasuries, "compare=nope");
    await screen.findByText("None of the compared items has data in this view");
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe("/page");
  });

  it("fills the page as its address says, and gives it back there", async () => {
    answerWithFunds();
    const { user, router } = show(treasuries, "measure=holders&full=1");
    await user.click(await screen.findByRole("button", { name: "Exit full screen" }));
    const left = "/page?measure=holders";
    await waitFor(() =>
      expect(router.push).toHaveBeenLastCalledWith(left, undefined, expect.anything()),
    );
    await user.click(await screen.findByRole("button", { name: "Full screen" }));
    await waitFor(() =>
      expect(router.push).toHaveBeenLastCalledWith(`${left}&full=1`, undefined, expect.anything()),
    );
  });

  it("names the check that withholds a stretch", async () => {
    answerWithFunds({
      "timeseries.aggregate": () => {
        const values = days.map((_, place) => (place >= 20 && place < 25 ? null : 1));
        const withheld = [sampleWithheld({ from: days[20] ?? "", to: days[24] ?? "" })];
        return {
          ...sampleAnswer([sampleGroup("alder", values)], { dates: days, withheld }),
          groups: [],
        };
      },
    });
    const { id, charts } = entities.asset("alder-fund-sample");
    const search = "/page?measure=nav";
    render(<MarketChart market={{ id, charts }} />, { asPath: search, isReady: true });
    const sentence = "Alder Fund (sample) withheld. It moved by more than a tenth.";
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it("marks the restatements of the values that it draws", async () => {
    const { aggregates } = answerWithFunds();
    const { user } = show(treasuries, "");
    expect(await screen.findByText(/Alder Fund \(sample\) restated/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Explain, Restated, \$1\.02 \(was \$1/ }));
    const shown = renderHook(() => useOpenExplanation()).result;
    expect(shown.current).toMatchObject({ kind: "series", date: "2026-11-02" });
    const members = aggregates.find(({ group_by: by }) => by === "token");
    expect(JSON.stringify(members?.filter)).toContain("treasuries");
  });

  it("shows what became of all that was lent", async () => {
    answerWithFunds();
    show(privateCredit, "measure=status");
    const card = await screen.findByRole("region", { name: "Loans by status" });
    const row = async (name: RegExp) => await within(card).findByRole("row", { name });
    expect(await row(/Repaid or written off/)).toHaveTextContent("60");
    expect(await row(/Outstanding, not in default/)).toHaveTextContent("30");
    expect(await row(/In default/)).toHaveTextContent("10");
  });
});
