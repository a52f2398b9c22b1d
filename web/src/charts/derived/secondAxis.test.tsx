import { renderHook, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { treasuries } from "@/features/market/markets/classMarkets";
import { answerWithFunds, now, show } from "../application/chartFixtures";
import { timeCsv } from "../files/csv";
import { timePlot } from "../options/time";
import { heightOf, type Plot, plottedOf, plottedValue, yOf } from "../time/geometry";
import { daySentence } from "../time/sentences";
import { timeView } from "../time/timeView";
import type { TimeData } from "../types";
import {
  chosenSecond,
  isSecondIgnored,
  secondChoices,
  secondOf,
  useSecondAxis,
} from "./secondAxis";
import type { ShownChart } from "./shownChart";
import "@/testing/charts";

const data: TimeData = {
  days: ["2026-11-18", "2026-11-19"],
  series: [
    { id: "fund", name: "Fund", sample: false, values: [1e9, 4e9] },
    { id: "rate", name: "Rate", sample: false, values: [0.03, 0.05], role: "reference" },
  ],
  second: { ids: ["rate"], unit: { kind: "percent" } },
};
const money = { kind: "money" } as const;

function viewOf(log: boolean, hidden: readonly string[] = []) {
  return timeView({ data, kind: "line", unit: money, hidden: new Set(hidden), span: null, log });
}

/** The height at which an engine draws what it is to plot, on the axis that it knows. */
function engineHeight(plot: Plot, value: number): number {
  const [low, high] = [plottedValue(plot, plot.axis.min), plottedValue(plot, plot.axis.max)];
  return plot.bottom - ((value - low) / (high - low)) * (plot.bottom - plot.top);
}

describe("a second axis", () => {
  it.each([false, true])("places its values between its own ends (logarithms: %s)", (log) => {
    const plot = timePlot(viewOf(log), data, { width: 800, height: 300 });
    const { axis, labels } = plot.second ?? { axis: { min: 0, max: 0 }, labels: [] };
    expect(axis).toMatchObject({ min: 0.03, max: 0.05 });
    expect(labels.at(-1)).toBe("5.0%");
    for (let step = 0; step <= 50; step += 1) {
      const value = axis.min + (step / 50) * (axis.max - axis.min);
      const height = plot.bottom - (step / 50) * (plot.bottom - plot.top);
      expect(heightOf(plot, { second: true }, value)).toBeCloseTo(height, 9);
      expect(engineHeight(plot, plottedOf(plot, { second: true }, value))).toBeCloseTo(height, 9);
    }
    expect(heightOf(plot, {}, 2e9)).toBe(yOf(plot, 2e9));
    expect(plottedOf(plot, {}, 2e9)).toBe(plottedValue(plot, 2e9));
  });

  it("leaves the extent of the first one to the lines that stand on that", () => {
    expect(viewOf(false)).toMatchObject({ low: 1e9, high: 4e9, second: { low: 0.03, high: 0.05 } });
    const alone = viewOf(false, ["fund"]);
    expect(timePlot(alone, data, { width: 800, height: 300 }).labels.join("")).toBe("");
    expect(viewOf(false, ["rate"]).second).toBeNull();
  });

  it("has its own unit for screen readers and in files", () => {
    expect(daySentence(viewOf(false), 1, { unit: money })).toBe(
      "19 Nov 2026: Fund 4.00 billion dollars, Rate 5.00 percent.",
    );
    const about = { title: "Value", unit: money, sample: false, origin: {} };
    const lines = timeCsv(data, about, null).split("\r\n");
    expect(lines.find((line) => line.startsWith("day"))).toMatch(
      /^day,Fund \(US\$\),Rate \(fraction \(0\.05 = 5%\)\),Fund \(value_date\),/,
    );
  });

  it("offers each of several series, and leaves out what the chart does not have", () => {
    const values = (of: TimeData) => secondChoices(of).map(({ value }) => value);
    expect(values(data)).toEqual(["", "(benchmarks)"]);
    expect([chosenSecond(data, "gone"), isSecondIgnored(data, "gone")]).toEqual(["", true]);
    // Until there are values, it is not known what they have.
    expect(isSecondIgnored({ days: [], series: [] }, "gone")).toBe(false);
    const two = {
      ...data,
      series: [...data.series, { id: "other", name: "Other", sample: false, values: [1, 2] }],
    };
    expect(values(two)).toEqual(["", "(benchmarks)", "fund", "other"]);
    for (const second of ["", "(benchmarks)", "other"]) {
      expect([chosenSecond(two, second), isSecondIgnored(two, second)]).toEqual([second, false]);
    }
    const chart = {
      data: { days: data.days, series: data.series.slice(0, 1) },
      unit: money,
      unitLine: "",
      state: { status: "ready" },
      sample: false,
      freshness: null,
      coverage: null,
      footnotes: [],
      origin: async () => ({}),
      unitOf: () => ({ unit: "usd", measure: "" }),
      numberOf: () => null,
    } as const;
    expect(secondOf(chart, "fund")).toBeUndefined();
    // A series that is no choice is not moved either: the only series beside a benchmark stays on its axis.
    const beside = { ...chart, data: { ...data, second: undefined } };
    const drawn = (second: string) =>
      renderHook(() => useSecondAxis<ShownChart>(beside, { second, benchmarks: ["rate"] })).result
        .current;
    expect(drawn("fund")).toBe(beside);
    expect(drawn("(benchmarks)").data.second?.ids).toEqual(["rate"]);
    // As a chart is that was converted, with a price beside its amounts.
    const unitOf = () => ({ unit: "eur", measure: "benchmark_price_dollar" });
    expect(secondOf({ ...chart, data, unitOf }, "(benchmarks)")).toEqual({
      ids: ["rate"],
      unit: { kind: "money", code: "EUR", symbol: "€", per: 1, decimals: 2 },
    });
  });
});

describe("the second axis of a page's chart", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    return () => vi.useRealTimers();
  });

  it("draws rates beside amounts, each in its own unit", async () => {
    answerWithFunds();
    show(treasuries, "style=line&second_axis=(benchmarks)&benchmarks=fred-dgs3mo");
    const row = await screen.findByRole("row", { name: /Treasury par yield/ });
    await waitFor(() => expect(row).toHaveTextContent("4.00%"));
    expect(within(row).getByText(", on the second axis")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /^Second axis/ })).toHaveTextContent("Benchmarks");
  });

  it("is none where the address names what the chart does not have, which a notice says", async () => {
    answerWithFunds();
    const { user, router } = show(treasuries, "style=line&second_axis=on&benchmarks=fred-dgs3mo");
    expect(await screen.findByText(/^One setting in this link cannot be applied/)).toBeVisible();
    expect(screen.getByRole("button", { name: /^Second axis/ })).toHaveTextContent("None");
    await user.click(screen.getByRole("button", { name: "Remove" }));
    const address = String(vi.mocked(router.push).mock.calls.at(-1)?.[0]);
    expect(address).toContain("style=line");
    expect(address).not.toContain("second_axis");
  });

  it("is kept in the address, and given up by a stack", async () => {
    answerWithFunds();
    const { user, router } = show(treasuries, "style=line");
    await user.click(await screen.findByRole("button", { name: /^Second axis/ }));
    await user.click(await screen.findByRole("menuitemradio", { name: "birch-fund-sample" }));
    expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe(
      "/page?style=line&second_axis=birch-fund-sample",
    );
    await user.click(screen.getByRole("radio", { name: "Stacked" }));
    await waitFor(() => expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe("/page"));
  });
});
