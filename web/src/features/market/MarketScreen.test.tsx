import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { GetAggregateRequest } from "@/api/contract";
import { changeSetting } from "@/lib/browser/display";
import { answerTo } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized, unavailable } from "@/testing/server";
import { MarketScreen } from "./MarketScreen";
import { overview } from "./markets/overviewMarket";
import "@/testing/charts";

const page = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };

function show(known: boolean | "broken") {
  const requests: GetAggregateRequest[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.aggregate": (request) => {
        requests.push(request);
        return known === "broken" ? unavailable : answerTo(request, known);
      },
      "timeseries.latest": () => ({
        results: [
          {
            series_id: 1,
            subject_kind: "benchmark",
            subject_slug: "fred-fedfunds",
            subject_name: "Effective federal funds rate, monthly",
            measure_slug: "benchmark_rate",
            kind: "stock",
            unit: "ratio",
            network_slug: null,
            source: "fred",
            is_sample: false,
            value: 0.0388,
            date: "2025-11-01",
            age_days: 383,
            is_stale: true,
            changes: [{ days: 30, amount: -0.0021, ratio: -0.05 }],
            differing: [],
            is_average: false,
            value_date: "2025-11-01",
            is_carried: true,
            is_partial: false,
          },
        ],
        unknown: [],
        current_at: "2026-11-20T10:00:00.000Z",
      }),
      "timeseries.get": () => ({
        interval: "month",
        dates: [],
        lines: [],
        to: "2026-11-19",
        current_at: "2026-11-20T10:00:00.000Z",
      }),
      "networks.list": () => ({ results: [], pagination: page }),
      "assetClasses.list": () => ({ results: [], pagination: page }),
      "assets.list": () => ({ results: [], pagination: page }),
    }),
  );
  return { requests, ...render(<MarketScreen market={overview} />) };
}

describe("a page of the market", () => {
  it("shows figures and ranking, and that they are samples", async () => {
    const { requests } = show(true);
    const strip = screen.getByRole("region", { name: "Key figures" });
    expect(within(strip).getByText("Distributed value")).toBeInTheDocument();
    expect(await screen.findByRole("note")).toHaveTextContent("Sample data");
    const league = await screen.findByRole("region", { name: "League table" });
    await within(league).findByText("All 2 networks");
    const rows = within(league).getAllByRole("row");
    // Head, two networks, all of them.
    expect(rows).toHaveLength(4);
    expect(rows[3]).toHaveTextContent("All 2 networks");
    // A sum that several figures need is requested once.
    const texts = requests.map((request) => JSON.stringify(request));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("says why there is nothing, and still shows what is real", async () => {
    show(false);
    expect(await screen.findByText("No values available yet")).toBeInTheDocument();
    expect(await screen.findByText("No flows recorded")).toBeInTheDocument();
    const note = await screen.findByText("No values of assets or loans are available here yet.");
    expect(note).toBeInTheDocument();
    expect(await screen.findByText("3.88")).toBeInTheDocument();
    expect(screen.getByText("as of 1 Nov 2025")).toBeInTheDocument();
  });

  it("says which values are missing without sample data, beside those that are real", async () => {
    changeSetting("samples", "off");
    show(false);
    const note = await screen.findByRole("note");
    expect(note).toHaveTextContent(
      "Excluding sample data. No values of assets or loans other than sample data are available here yet.",
    );
    expect(await screen.findByText("3.88")).toBeInTheDocument();
  });

  it("keeps its parts apart where the numbers cannot be had", async () => {
    show("broken");
    const strip = screen.getByRole("region", { name: "Key figures" });
    const all = () => expect(within(strip).getAllByText("Could not load")).toHaveLength(6);
    await waitFor(all);
    expect(await screen.findByText("3.88")).toBeInTheDocument();
  });
});
