import { renderHook, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GetAggregateRequest, GetSeriesRequest } from "@/api/contract";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { treasuries } from "@/features/market/markets/classMarkets";
import { addDays } from "@/lib/dates/day";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { server, unavailable } from "@/testing/server";
import { line } from "@/testing/timeseriesFixtures";
import { answerWithFunds, days, now, show } from "../application/chartFixtures";
import "@/testing/charts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  return () => vi.useRealTimers();
});

/** 1.25 US$ and 150 yen per euro, on every day up to the newest. */
function withRates(more: Parameters<typeof answerWithFunds>[0] = {}, newest = days.at(-1) ?? "") {
  const requests: GetSeriesRequest[] = [];
  const perEuro: Record<string, number> = { "ecb-eur-usd": 1.25, "ecb-eur-jpy": 150 };
  answerWithFunds({
    "timeseries.get": (input) => {
      requests.push(input);
      const lines = input.keys.map(({ subject_kind, subject_slug }) =>
        line({
          subject_kind,
          subject_slug,
          measure_slug: "units_per_euro",
          unit: "per_euro",
          values: days.map((day) => (day > newest ? null : (perEuro[subject_slug] ?? null))),
        }),
      );
      return { interval: "day", dates: days, lines, to: days.at(-1) ?? "", current_at: now };
    },
    ...more,
  });
  return requests;
}

const card = () => screen.findByRole("region", { name: "Distributed value by asset" });

describe("the currency of a chart", () => {
  it("is chosen, kept in the address, and ends with a measure that is no money", async () => {
    withRates();
    const { user, router, unmount } = show(treasuries, "");
    await user.click(await screen.findByRole("button", { name: /^Currency/ }));
    await user.click(await screen.findByRole("radio", { name: "JPY" }));
    expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe("/page?currency=jpy");
    unmount();
    show(treasuries, "measure=holders&currency=jpy");
    expect(await screen.findByText(/^One setting in this link cannot be applied/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Currency/ })).not.toBeInTheDocument();
  });

  it("converts every figure of the day, and explains it by its rate", async () => {
    const requests = withRates();
    const { user } = show(treasuries, "currency=eur");
    const chart = await card();
    // 1.59 in US$ at 1.25 US$ per euro.
    const figure = await within(chart).findByRole("button", {
      name: /^Explain, alder-fund-sample, 1\.27/,
    });
    expect(within(chart).getByText(/^EUR, /)).toBeVisible();
    expect(within(chart).getByRole("columnheader", { name: "EUR" })).toBeVisible();
    expect(within(chart).getByText(/^Converted from US\$/)).toBeVisible();
    expect(requests[0]).toMatchObject({ keys: [{ subject_slug: "ecb-eur-usd" }], interval: "day" });
    await user.click(figure);
    const shown = renderHook(() => useOpenExplanation()).result;
    await expect
      .poll(() => shown.current)
      .toMatchObject({
        kind: "several",
        name: "alder-fund-sample in EUR",
        items: [{ number: { kind: "aggregate" } }, { name: "US$ per euro, 19 Nov 2026" }],
      });
  });

  it("says of every row after the last rate, and of the total, which rate it has", async () => {
    withRates({}, "2026-10-30");
    show(treasuries, "currency=eur");
    const chart = await card();
    for (const name of [/alder-fund-sample/, /^Total/]) {
      const row = await within(chart).findByRole("row", { name });
      const reason = within(row).getByText(", rate of 30 Oct 2026");
      expect(reason.parentElement).toHaveClass("text-text-3");
    }
  });

  it("asks for the days of sums of weeks, and converts each at its rate", async () => {
    const weeks = [0, 7].map((place) => addDays("2026-11-02", place));
    const asked: GetAggregateRequest[] = [];
    const ofInterval = (input: GetAggregateRequest) => {
      asked.push(input);
      const isDaily = input.interval === "day";
      const dates = isDaily ? days.filter((day) => day >= "2026-11-02").slice(0, 14) : weeks;
      const group = sampleGroup(
        "alder-fund-sample",
        dates.map(() => (isDaily ? 10 : 70)),
      );
      const interval = isDaily ? "day" : "week";
      return sampleAnswer([group], { dates, interval, kind: "flow", to: "2026-11-15" });
    };
    const requests = withRates({ "timeseries.aggregate": ofInterval });
    show(treasuries, "measure=mints&currency=eur");
    const chart = await screen.findByRole("region", { name: /^Mints/ });
    expect(
      await within(chart).findByRole("button", { name: /^Explain, alder-fund-sample, 56/ }),
    ).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ interval: "day", mode: "flow", from: "2026-11-02" });
    expect(requests.at(-1)).toMatchObject({ interval: "day", from: "2026-11-02" });
  });

  it("shows a refusal alone, and nothing about the values in US$", async () => {
    withRates();
    show(treasuries, "currency=chf");
    const chart = await card();
    expect(await within(chart).findByText("No exchange rates for CHF")).toBeVisible();
    expect(within(chart).getByText(/^CHF, /)).toBeVisible();
    expect(within(chart).queryByText(/^US\$|^Coverage|^Sample/)).not.toBeInTheDocument();
    expect(within(chart).queryByRole("listitem")).not.toBeInTheDocument();
  });

  it.each(["service", "network"])("shows no amounts in US$ where the %s fails", async (what) => {
    answerWithFunds({ "timeseries.get": () => unavailable });
    const without = http.all("*/api/trpc/:names", ({ params }) =>
      String(params.names).includes("timeseries.get") ? HttpResponse.error() : undefined,
    );
    if (what === "network") server.use(without);
    show(treasuries, "currency=chf");
    const chart = await card();
    expect(await within(chart).findByRole("button", { name: "Try again" })).toBeVisible();
    expect(within(chart).queryByRole("row", { name: /alder/ })).not.toBeInTheDocument();
    expect(within(chart).getByText(/^CHF, /)).toBeVisible();
    expect(within(chart).queryByText(/US\$|^Coverage|^Sample/)).not.toBeInTheDocument();
  });

  it("shows no amounts, and none as a file, until the rates are there", async () => {
    const wanted = vi.fn(() => new Promise<never>(() => undefined));
    answerWithFunds({ "timeseries.get": wanted });
    const { user } = show(treasuries, "currency=eur&scale=index&style=line");
    const chart = await card();
    await expect.poll(() => wanted.mock.calls.length).toBe(1);
    expect(chart).toHaveAttribute("aria-busy", "true");
    expect(within(chart).getByText(/^Start of the range = 100\. EUR, /)).toBeVisible();
    expect(within(chart).queryByRole("row", { name: /alder/ })).not.toBeInTheDocument();
    await user.click(within(chart).getByRole("button", { name: /more$/i }));
    const csv = await screen.findByRole("menuitem", { name: "Download CSV" });
    expect(csv).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("menuitem", { name: /^All values in US\$.*XLSX/ })).toBeVisible();
  });
});
