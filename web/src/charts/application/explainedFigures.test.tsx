import { renderHook, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { commodities, treasuries } from "@/features/market/markets/classMarkets";
import { privateCredit } from "@/features/market/markets/creditMarket";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { answerWithFunds, days, now, show } from "./chartFixtures";
import "@/testing/charts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  return () => vi.useRealTimers();
});

describe("a figure in the legend of a chart", () => {
  it("leads from a figure of the legend to what explains it, and a name still isolates", async () => {
    answerWithFunds();
    const { user } = show(treasuries, "");
    const number = await screen.findByRole("button", { name: /^Explain, alder-fund-sample, / });
    expect(screen.getByRole("button", { name: /^Explain, Total, / })).toBeVisible();
    await user.click(number);
    const shown = renderHook(() => useOpenExplanation()).result;
    await expect
      .poll(() => shown.current)
      .toMatchObject({
        kind: "aggregate",
        name: "alder-fund-sample",
        date: "2026-11-19",
      });
    await expect.poll(() => JSON.stringify(shown.current)).toContain('"field":"asset"');
    await user.click(screen.getByRole("button", { name: "alder-fund-sample" }));
    // A sum of some of them has no query of its own.
    expect(screen.queryByRole("button", { name: /^Explain, Total, / })).not.toBeInTheDocument();
  });

  it("leads from shares and changes of the legend to the numbers that they are made of", async () => {
    answerWithFunds();
    const { user } = show(treasuries, "");
    const shown = renderHook(() => useOpenExplanation()).result;
    await user.click(await screen.findByRole("button", { name: /^Explain, Share of alder-fund/ }));
    await expect
      .poll(() => shown.current)
      .toMatchObject({
        kind: "several",
        name: "Share of alder-fund-sample",
        figure: "50.0000%",
        items: [{ name: "alder-fund-sample" }, { name: "Total" }],
      });
    await user.click(screen.getByRole("button", { name: /^Explain, Change of alder-fund/ }));
    // From 1.29 to 1.59 in 30 days.
    await expect
      .poll(() => shown.current)
      .toMatchObject({
        kind: "several",
        name: "Change of alder-fund-sample",
        figure: "+23.26%",
        items: [{ name: "19 Nov 2026" }, { name: "20 Oct 2026" }],
      });
    await user.click(screen.getByRole("button", { name: /^Explain, Change of total,/ }));
    await expect
      .poll(() => shown.current)
      .toMatchObject({ name: "Change of Total", figure: "+23.26%" });
    await user.click(screen.getByRole("button", { name: "alder-fund-sample" }));
    // The share of what is shown alone is another one.
    expect(screen.queryByRole("button", { name: /^Explain, Share of/ })).not.toBeInTheDocument();
  });

  it("explains an index by the value and that of its start", async () => {
    answerWithFunds();
    const { user } = show(commodities, "measure=price");
    await user.click(await screen.findByRole("button", { name: /^Explain, alder-fund-sample, / }));
    const shown = renderHook(() => useOpenExplanation()).result;
    await expect
      .poll(() => shown.current)
      .toMatchObject({
        kind: "several",
        figure: "159",
        items: [{ name: "19 Nov 2026" }, { name: "21 Sep 2026" }],
      });
  });

  it("explains those that have nothing in common, and a benchmark beside", async () => {
    const values = days.map(() => 5e6);
    const nameless = { ...sampleGroup("alder-fund-sample", values), key: null };
    answerWithFunds({ "timeseries.aggregate": () => sampleAnswer([nameless], { dates: days }) });
    const first = show(treasuries, "group_by=country");
    await first.user.click(
      await screen.findByRole("button", { name: /^Explain, Not disclosed, / }),
    );
    const shown = renderHook(() => useOpenExplanation()).result;
    await expect
      .poll(() => JSON.stringify(shown.current))
      .toContain('"field":"country","value":null');
    first.unmount();
    answerWithFunds();
    const { user } = show(treasuries, "measure=yield7");
    await user.click(await screen.findByRole("button", { name: /^Explain, Treasury par yield/ }));
    await expect
      .poll(() => shown.current)
      .toMatchObject({
        kind: "series",
        key: { subject_kind: "benchmark", subject_slug: "fred-dgs3mo", measure: "benchmark_rate" },
        date: "2026-11-19",
      });
  });

  it("explains an amount without what lies within it by both of them", async () => {
    answerWithFunds();
    const { user } = show(privateCredit, "measure=status");
    await user.click(
      await screen.findByRole("button", { name: /^Explain, Outstanding, not in default, / }),
    );
    const shown = renderHook(() => useOpenExplanation()).result;
    await expect
      .poll(() => shown.current)
      .toMatchObject({ kind: "several", method: "The first input minus the second." });
    await expect.poll(() => JSON.stringify(shown.current)).toContain("outstanding_capital_dollar");
    await expect
      .poll(() => JSON.stringify(shown.current))
      .toContain("defaulted_loans_amount_dollar");
  });
});
