import { renderHook, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ValueQualifier } from "@/api/contract";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { treasuries } from "@/features/market/markets/classMarkets";
import { addDays } from "@/lib/dates/day";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { answerWithFunds, days, now, show } from "../application/chartFixtures";
import { timeCsv } from "../files/csv";
import { calculatedOf } from "./calculatedSeries";
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
  answerWithFunds({ "timeseries.aggregate": () => sampleAnswer(groups, { dates: days, unit }) });
}

const explained = () => renderHook(() => useOpenExplanation()).result;

it("was not measured on days on which one of both series was not", () => {
  const carried = (day: string): ValueQualifier => ({
    ...{ from: day, to: day, value_date: "2026-11-01", is_carried: true },
    ...{ is_partial: false, spans_gap: false, is_average: false, lacks_days: false },
  });
  const series = [
    {
      id: "fund",
      name: "Fund",
      sample: false,
      values: [2, 4, 6],
      qualifiers: [carried("2026-11-03")],
    },
    {
      id: "rate",
      name: "Rate",
      sample: false,
      values: [1, 1, 2],
      qualifiers: [carried("2026-11-02")],
    },
  ];
  const data = { days: ["2026-11-02", "2026-11-03", "2026-11-04"], series };
  const settings = { calculation: "ratio", base: "rate", from: null } as const;
  const [ratio] = calculatedOf(data, settings, () => "usd").data.series;
  expect(ratio?.values).toEqual([2, 4, 3]);
  expect(ratio?.qualifiers?.map(({ from }) => from)).toEqual(["2026-11-02", "2026-11-03"]);
});

it("has the decimals of the rates where it is their difference in percentage points", () => {
  const series = [
    { id: "fund", name: "Fund", sample: false, values: [0.0407, 0.0507, 0.04] },
    { id: "rate", name: "Rate", sample: false, values: [0.04, 0.0439, 0.04] },
  ];
  const data = { days: ["2026-11-02", "2026-11-03", "2026-11-04"], series };
  const settings = { calculation: "spread", base: "rate", from: null } as const;
  const [spread] = calculatedOf(data, settings, () => "ratio").data.series;
  expect(spread?.values).toEqual([0.07, 0.68, 0]);
});

describe("the files of what a chart calculates", () => {
  const rateDays = ["2026-10-02", "2026-10-02", "2026-10-04"];
  const rateDates = new Map(rateDays.map((day, place) => [`2026-10-0${place + 2}`, day]));
  const dayNotes = new Map([["2026-10-03", "rate of 2 Oct 2026"]]);
  const series = [
    { id: "fund", name: "Fund", sample: false, values: [2, 4, 3], rateDates },
    { id: "bond", name: "Bond", sample: false, values: [1, 1, 2], rateDates },
  ];
  const converted = { days: [...rateDates.keys()], series, dayNotes };
  const about = { title: "Fund", unit: { kind: "percent" }, sample: false, origin: {} } as const;
  const flags = [
    ...["value_date", "is_carried", "is_partial"],
    ...["spans_gap", "is_average", "lacks_days"],
  ];
  /** The headers behind the figures, and the lines of the days. */
  const fileOf = (calculation: "drawdown" | "spread" | "ratio" | "correlation30") => {
    const settings = { calculation, base: "bond", from: null };
    const { data } = calculatedOf(converted, settings, () => "usd");
    const [head = "", ...rows] = timeCsv(data, about, null)
      .trim()
      .split("\r\n")
      .filter((text) => !text.startsWith("#"));
    return { heads: [...head.matchAll(/\((\w+)\)/g)].map(([, name]) => name), head, rows };
  };

  it("name the day of the rate of a difference alone, whose amounts have the same one", () => {
    const spread = fileOf("spread");
    expect(spread.heads).toEqual([...flags, "rate_date"]);
    expect(spread.rows[1]).toBe(
      "2026-10-03,3,2026-10-03,false,false,false,false,false,2026-10-02,rate of 2 Oct 2026,false",
    );
    for (const calculation of ["drawdown", "ratio"] as const) {
      const { heads, head, rows } = fileOf(calculation);
      expect([...new Set(heads)]).toEqual(flags);
      expect(head).not.toContain(",note,");
      expect(rows.join()).not.toContain("rate of");
    }
  });

  it("say of a correlation up to which day it is, and nothing that is true of one return alone", () => {
    expect(fileOf("correlation30").heads).toEqual(["value_date", "is_carried"]);
    const count = 40;
    const dates = Array.from({ length: count }, (_, place) => addDays("2026-08-01", place));
    const values = dates.map((_, place) => 100 + (place % 7) + (place % 3));
    const carried = {
      ...{ from: "2026-09-08", to: "2026-09-09", value_date: "2026-09-07", is_carried: true },
      ...{ is_partial: false, spans_gap: false, is_average: false, lacks_days: false },
    };
    const partial = { ...carried, from: "2026-09-07", to: "2026-09-07", value_date: null };
    const own = { id: "fund", name: "Fund", sample: false, values };
    const qualifiers = [{ ...partial, is_carried: false, is_partial: true }, carried];
    const all = {
      days: dates,
      series: [
        { ...own, qualifiers },
        { ...own, id: "bond" },
      ],
    };
    const settings = { calculation: "correlation30", base: "bond", from: null } as const;
    const { data } = calculatedOf(all, settings, () => "usd");
    expect(data.series[0]?.values.at(-1)).toBeCloseTo(1, 12);
    const rows = timeCsv(data, about, null).trim().split("\r\n").slice(-3);
    expect(rows.map((row) => row.replace(/,[\d.]+,/, ": "))).toEqual([
      "2026-09-07: 2026-09-07,false,,false",
      "2026-09-08: 2026-09-07,true,value of 7 Sep 2026,false",
      "2026-09-09: 2026-09-07,true,value of 7 Sep 2026,false",
    ]);
  });
});

describe("a correlation without values", () => {
  const dates = Array.from({ length: 60 }, (_, place) => addDays("2026-06-01", place));
  /** The refusal of a correlation of a series that is known on all days with one known from a place to another. */
  const refusalOf = (
    from: number,
    to: number,
    valueAt = (place: number) => 100 + (place % 7) + (place % 3),
    isLongest = false,
  ) => {
    const known = dates.map((_, place) => (place >= from && place < to ? valueAt(place) : null));
    const series = [
      {
        id: "bond",
        name: "Bond",
        sample: false,
        values: dates.map((_, place) => 100 + (place % 5)),
      },
      { id: "fund", name: "Fund", sample: false, values: known },
    ];
    const settings = { calculation: "correlation30", base: "bond", from: null } as const;
    return calculatedOf({ days: dates, series }, { ...settings, isLongest }, () => "usd").refusal;
  };
  const needed =
    "A correlation of 30 days needs 30 returns between days with measured values of both series, at most a week apart.";
  const another = "Choose another series to compare with.";

  it("advises a longer range only where the days of both begin with the range", () => {
    expect(refusalOf(0, 20)?.text).toBe(
      `${needed} The loaded days contain 19, since 2 Jun 2026. A longer range may have more.`,
    );
    expect(refusalOf(40, 60)?.text).toBe(
      `${needed} The loaded days contain 19, since 12 Jul 2026. ${another}`,
    );
    expect(refusalOf(60, 60)?.text).toBe(`${needed} The loaded days contain none. ${another}`);
    expect(refusalOf(0, 20, undefined, true)?.text).toBe(
      `${needed} The loaded days contain 19, since 2 Jun 2026. ${another}`,
    );
    expect(refusalOf(0, 31)).toBeNull();
  });

  it("says that a series that does not change has none", () => {
    expect(refusalOf(0, 60, () => 1)?.text).toBe(
      `A series that does not change has no correlation. ${another}`,
    );
  });
});

describe("a ratio without values", () => {
  const refusalOf = (values: readonly [number | null, number | null]) => {
    const series = [
      { id: "bond", name: "Bond", sample: false, values: [0, -1] },
      { id: "fund", name: "Fund", sample: false, values },
    ];
    const settings = { calculation: "ratio", base: "bond", from: null } as const;
    const all = { days: ["2026-06-01", "2026-06-02"], series };
    return calculatedOf(all, settings, () => "usd").refusal;
  };

  it("states whether common days or values above zero are missing", () => {
    expect(refusalOf([1, null])).toMatchObject({
      title: "The ratio needs values above zero",
      text: "Bond has no value above zero on days with values of both series. Choose another series to compare with.",
    });
    expect(refusalOf([null, null])?.title).toBe("Not enough common values");
  });
});

describe("what a chart calculates", () => {
  it("is a drawdown, explained by its value and its peak", async () => {
    falling("usd");
    const { user } = show(treasuries, "calculation=drawdown");
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
    const { user, router } = show(treasuries, "calculation=spread");
    expect(await screen.findByRole("row", { name: /birch − alder.*−10\.00/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Against/ }));
    await user.click(await screen.findByRole("menuitemradio", { name: "birch" }));
    expect(vi.mocked(router.push).mock.calls.at(-1)?.[0]).toBe(
      "/page?calculation=spread&base=birch",
    );
    expect(await screen.findByRole("row", { name: /alder − birch.*10\.00/ })).toBeVisible();
  });

  it("is a ratio, and is given up for the values", async () => {
    falling("usd");
    const { user, router } = show(treasuries, "calculation=ratio&base=birch");
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
    answerWithFunds({
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
    show(treasuries, "measure=yield7&calculation=spread");
    const row = await screen.findByRole("row", { name: /alder − Treasury par yield/ });
    expect(row).toHaveTextContent("1.25");
    expect(screen.getByRole("columnheader", { name: "Percentage points" })).toBeVisible();
  });

  it("says why there is nothing to compare", async () => {
    answerWithFunds();
    show(treasuries, "group_by=none&compare=&calculation=ratio");
    expect(await screen.findByText("A ratio needs two series")).toBeVisible();
  });

  it("is not offered of what has none: a rate has no peak, and weeks no daily returns", async () => {
    answerWithFunds();
    const { user } = show(treasuries, "measure=yield7");
    await user.click(await screen.findByRole("button", { name: /^Calculate/ }));
    const offered = (await screen.findAllByRole("menuitemradio")).map((one) => one.textContent);
    expect(offered).toEqual([
      ...["Values", "Spread", "Ratio", "Correlation, 30 days", "Correlation, 90 days"],
    ]);
  });
});
