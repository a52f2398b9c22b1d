import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampleNetwork } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { explanation, line } from "@/testing/timeseriesFixtures";
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

it("names the network of a token by its name", async () => {
  const token = { subject_kind: "token", subject_slug: "ethereum:0xa1" } as const;
  const pagination = { page: 1, perPage: 100, pageCount: 1, resultCount: 1, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.explain": () => explanation({ series: line(token) }),
      "networks.list": () => ({
        results: [sampleNetwork({ slug: "ethereum", name: "Ethereum" })],
        pagination,
      }),
    }),
  );
  render(<SeriesSheet request={{ key: { ...key, ...token } }} />);
  expect(
    await screen.findByText(
      (_, element) => element?.textContent === "Net asset value: Alder Fund (sample) on Ethereum",
    ),
  ).toBeVisible();
});
