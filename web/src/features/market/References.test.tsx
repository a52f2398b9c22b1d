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
