import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { explanation } from "@/testing/timeseriesFixtures";
import { SeriesSheet } from "./SeriesSheet";

const key = {
  subject_kind: "benchmark",
  subject_slug: "gold",
  measure: "benchmark_price_dollar",
} as const;

it("names the month of an average", async () => {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.explain": () => explanation({ value_date: "2025-11-30", is_average: true }),
    }),
  );
  render(<SeriesSheet request={{ key, date: "2025-11-30" }} />);
  expect(await screen.findByText("November 2025, average")).toBeVisible();
  expect(screen.queryByText("Valid on")).not.toBeInTheDocument();
});
