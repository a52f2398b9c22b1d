import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answering } from "@/charts/application/chartFixtures";
import { render } from "@/testing/render";
import { line } from "@/testing/timeseriesFixtures";
import { treasuries } from "./markets/classMarkets";
import { References } from "./References";

it("compares reference rates over the period that is chosen for the page", async () => {
  answering({
    "timeseries.latest": ({ keys }) => ({
      results: keys.map((key) => ({
        ...line({ subject_slug: key.subject_slug, measure_slug: key.measure }),
        value: 0.04,
        date: "2026-11-19",
        age_days: 1,
        is_stale: false,
        changes: [{ days: 90, amount: 0.01, ratio: 0.25 }],
        ...{ differing: [], is_average: false },
      })),
      unknown: [],
      current_at: "2026-11-20T12:00:00.000Z",
    }),
  });
  render(<References market={treasuries} />, { asPath: "/treasuries?change=90d", isReady: true });
  expect(await screen.findAllByText("90d")).toHaveLength(treasuries.references.length);
});
