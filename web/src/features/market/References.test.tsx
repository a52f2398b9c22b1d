import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answerWithFunds } from "@/charts/application/chartFixtures";
import { render } from "@/testing/render";
import { line } from "@/testing/timeseriesFixtures";
import { treasuries } from "./markets/classMarkets";
import { explainedLines, References } from "./References";

it("compares reference rates over the period that is chosen for the page", async () => {
  answerWithFunds({
    "timeseries.latest": ({ keys }) => ({
      results: keys.map((key) => ({
        ...line({ subject_slug: key.subject_slug, measure_slug: key.measure }),
        value: 0.04,
        date: "2026-11-19",
        age_days: 1,
        is_stale: false,
        changes: [{ days: 90, amount: 0.01, ratio: 0.25 }],
        ...{ differing: [], is_average: false },
        ...{ value_date: "2026-11-19", is_carried: false, is_partial: false },
      })),
      unknown: [],
      current_at: "2026-11-20T12:00:00.000Z",
    }),
  });
  render(<References market={treasuries} />, { asPath: "/treasuries?change=90d", isReady: true });
  expect(await screen.findAllByText("90d")).toHaveLength(treasuries.references.length);
});

it("does not call a month running in which a series ended", async () => {
  const [drawn] = treasuries.referenceChart?.lines ?? [];
  const cut = {
    ...{ from: "2026-10-01", to: "2026-10-01", value_date: null, is_carried: false },
    ...{ is_partial: true, is_average: false, spans_gap: false, lacks_days: false },
  };
  const bond = {
    ...{ kind: "stock" as const, unit: "ratio", subject_slug: drawn?.slug ?? "" },
    ...{ values: [0.052, 0.0522], last_date: "2026-10-08", qualifiers: [cut] },
  };
  answerWithFunds({
    "timeseries.latest": () => ({ results: [], unknown: [], current_at: "2026-11-30T05:00:00Z" }),
    "timeseries.get": () => ({
      ...{ interval: "month", dates: ["2026-09-01", "2026-10-01"], lines: [line(bond)] },
      ...{ to: "2026-10-08", current_at: "2026-11-30T05:00:00.000Z" },
    }),
  });
  render(<References market={treasuries} />, { asPath: "/treasuries", isReady: true });
  const note = "October 2026 is partial: days after 8 Oct 2026 are not included.";
  expect(await screen.findByText(note)).toBeVisible();
  expect(screen.getAllByText(/partial: days are missing or withheld/)).not.toHaveLength(0);
  expect(screen.queryByText(/not over/)).toBeNull();
});

const chart = {
  ...{ title: "Rates", unitLine: "Percent", unit: { kind: "percent" as const } },
  interval: "week" as const,
  lines: [
    { slug: "bill", measure: "benchmark_rate", name: "3-month bill" },
    { slug: "bond", measure: "benchmark_rate", name: "10-year bond" },
  ],
};

describe("a week of the reference chart", () => {
  it("is explained by the newest value of each line in it", () => {
    const yieldLine = { kind: "stock" as const, unit: "ratio" };
    const answer = {
      interval: "week" as const,
      dates: ["2026-11-02", "2026-11-09"],
      lines: [
        line({ ...yieldLine, subject_slug: "bill", values: [0.04, 0.041] }),
        line({ ...yieldLine, subject_slug: "bond", values: [0.045, null] }),
      ],
      to: "2026-11-15",
      current_at: "2026-11-20T00:00:00.000Z",
    };
    expect(explainedLines(chart, answer, "2026-11-09")).toMatchObject({
      kind: "several",
      items: [
        {
          name: "3-month bill",
          figure: expect.stringMatching(/^4\.1000%/),
          number: { kind: "series", key: { subject_slug: "bill" }, date: "2026-11-15" },
        },
      ],
    });
  });
});
