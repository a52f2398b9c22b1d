import { renderHook, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ValueQualifier } from "@/api/contract";
import { useExplained } from "@/app-state/explained";
import { treasuries } from "@/features/market/markets/classMarkets";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { answering, days, now, show } from "../application/chartFixtures";
import { calculatedOf } from "./calculated";
import "@/testing/charts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  return () => vi.useRealTimers();
});

/** Two funds: the first falls by a tenth on the last day, the second stays. */
function falling(unit: string) {
  const last = days.length - 1;
  const groups = [
    sampleGroup(
      "alder",
      days.map((_, place) => (place === last ? 90 : 100)),
    ),
    sampleGroup(
      "birch",
      days.map(() => 80),
    ),
  ];
  answering({ "timeseries.aggregate": () => sampleAnswer(groups, { dates: days, unit }) });
}

const explained = () => renderHook(() => useExplained()).result;

it("was not measured on days on which one of both series was not", () => {
  const carried = (day: string): ValueQualifier => ({
    ...{ from: day, to: day, value_date: "2026-11-01", is_carried: true },
    ...{ is_partial: false, spans_gap: false, is_average: false, lacks_days: false },
  });
  const series = [
    { id: "fund", name: "Fund", values: [2, 4, 6], qualifiers: [carried("2026-11-03")] },
    { id: "rate", name: "Rate", values: [1, 1, 2], qualifiers: [carried("2026-11-02")] },
  ];
  const data = { days: ["2026-11-02", "2026-11-03", "2026-11-04"], series };
  const settings = { calculation: "ratio", base: "rate", from: null } as const;
  const [ratio] = calculatedOf(data, settings, () => "usd").data.series;
  expect(ratio?.values).toEqual([2, 4, 3]);
  expect(ratio?.qualifiers?.map(({ from }) => from)).toEqual(["2026-11-02", "2026-11-03"]);
});

describe("what a chart calculates", () => {
  it("is a drawdown, explained by its value and its peak", async () => {
    falling("usd");
    const { user } = show(treasuries, "calc=drawdown");
    const chart = await screen.findByRole("region", {
      name: "Distributed value by asset, drawdown",
    });
    const figure = await within(chart).findByRole("button", { name: /^Explain, alder, −10\.00/ });
    expect(within(chart).getByText(/^Percent below the highest value since /)).toBeVisible();
    expect(within(chart).getByRole("radio", { name: "Lines" })).toBeChecked();
    expect(within(chart).queryByRole("radio", { name: "Stacked" })).not.toBeInTheDocument();
    await user.click(figure);
    await expect
      .poll(() => explained().current)
      .toMatchObject({
        kind: "several",
        name: "Drawdown of alder",
        items: [{ name: "alder, 19 Nov 2026", figure: "$90.00" }, { figure: "$100.00" }],
        figure: "−10.0000% (−0.1)",
      });
  });

  it("is a spread against the first series, or against the chosen one", async () => {
    falling("usd");
    const { user, router } = show(treasuries, "calc=spread");
    expect(await screen.findByRole("row", { name: /birch − alder.*−10\.00/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Against/ }));
    await user.click(await screen.findByRole("menuitemradio", { name: "birch" }));
    expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe("/page?calc=spread&base=birch");
    expect(await screen.findByRole("row", { name: /alder − birch.*10\.00/ })).toBeVisible();
  });

  it("is a ratio, and is given up for the values", async () => {
    falling("usd");
    const { user, router } = show(treasuries, "calc=ratio&base=birch");
    expect(await screen.findByRole("row", { name: /alder \/ birch.*1\.1250/ })).toBeVisible();
    expect(screen.getByRole("columnheader", { name: "Times" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Calculate/ }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Values" }));
    // The lines stay.
    await waitFor(() =>
      expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe("/page?style=line"),
    );
  });

  it("is the spread of a yield over a benchmark, in percentage points", async () => {
    answering({
      "timeseries.aggregate": () =>
        sampleAnswer(
          [
            sampleGroup(
              "alder",
              days.map(() => 0.0525),
            ),
          ],
          { dates: days, unit: "ratio" },
        ),
    });
    show(treasuries, "measure=yield7&calc=spread");
    const row = await screen.findByRole("row", { name: /alder − Treasury par yield/ });
    expect(row).toHaveTextContent("1.25");
    expect(screen.getByRole("columnheader", { name: "Percentage points" })).toBeVisible();
  });

  it("says why there is nothing to compare", async () => {
    answering();
    show(treasuries, "by=none&only=&calc=ratio");
    expect(await screen.findByText("A ratio needs two series")).toBeVisible();
  });

  it("is not offered of what has none: a rate has no peak, and weeks no daily returns", async () => {
    answering();
    const { user } = show(treasuries, "measure=yield7");
    await user.click(await screen.findByRole("button", { name: /^Calculate/ }));
    const offered = (await screen.findAllByRole("menuitemradio")).map((one) => one.textContent);
    expect(offered).toEqual([
      ...["Values", "Spread", "Ratio", "Correlation, 30 days", "Correlation, 90 days"],
    ]);
  });
});
