import { describe, expect, it, vi } from "vitest";
import { stablecoins, stocks } from "@/features/market/markets/classMarkets";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { chartRequest } from "../application/chartRequest";
import { chartView } from "../application/chartView";
import { figureRequests } from "./figures";
import type { MostFigure } from "./mostFigure";
import { explainedMost, loadMostFigure, mostTile } from "./mostFigure";

function figureOf({ figures }: typeof stablecoins): MostFigure {
  const figure = figures.find(({ kind }) => kind === "most");
  if (figure?.kind !== "most") throw new Error("no figure");
  return figure;
}

const figure = figureOf(stablecoins);
const dates = ["2026-08-01", "2026-09-01", "2026-10-01"];
const monthly = (key: string, values: ReadonlyArray<number | null>) => ({
  ...sampleGroup(key, values),
  last_date: "2026-10-31",
  carry_days: 62,
});
const groups = [monthly("quay", [7, 8, 12]), monthly("pier", [40, 41, 30]), monthly("mole", [])];
const answer = sampleAnswer(groups, { dates, interval: "month" });
const names = new Map([
  [
    "pier",
    {
      name: "Pier Dollar",
      symbol: "PIER",
      colour: null,
      classSlug: null,
      group: null,
      peg: null,
    } as never,
  ],
]);

describe("monthly active addresses", () => {
  it("stand on the pages of stablecoins and stocks, requested by asset in completed months", () => {
    for (const market of [stablecoins, stocks]) {
      expect(figureRequests(figureOf(market), "2026-11-19")).toMatchObject([
        {
          measure: "monthly_active_addresses_count",
          group_by: "asset",
          interval: "month",
          from: "2025-10-01",
          to: "2026-10-31",
        },
      ]);
    }
    expect(figureRequests(figure, "2026-11-30")[0]?.to).toBe("2026-11-30");
  });

  it("are drawn by asset, those with the most in the last month that is over", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00:00.000Z") });
    for (const { charts } of [stablecoins, stocks]) {
      const { request } = chartRequest(chartView(charts, "measure=addresses"));
      expect(request).toMatchObject({ interval: "month", to: "2026-10-31", group_by: "asset" });
      expect(chartRequest(chartView(charts, "measure=active")).request.to).toBe("2026-11-19");
    }
    vi.useRealTimers();
  });

  it("are those of the asset with the most, and no sum", () => {
    const tile = mostTile(figure, answer, names);
    expect(tile.value?.number).toBe("30");
    expect(tile.note).toBe("PIER, the largest: −26.8% 30d");
    expect(tile.exact).toContain("Not additive across assets");
    expect(tile.freshness).toEqual({ state: "fresh", text: "October 2026" });
    expect(tile.trend?.values).toEqual([40, 41, 30]);
  });

  it.each([
    ["1d", "not compared over 1d: counted by month"],
    ["7d", "not compared over 7d: counted by month"],
    ["90d", "not compared: no value 90d before"],
    ["365d", "not compared: no value 1y before"],
    ["ytd", "not compared: no value YTD before"],
  ] as const)("change in whole months alone: %s", (period, words) => {
    expect(mostTile(figure, answer, names, period).note).toBe(`PIER, the largest: ${words}`);
  });

  it("change over a year with the month of the year before", () => {
    const year = Array.from({ length: 13 }, (_, place) => 100 + place);
    const months = year.map(
      (_, place) =>
        `${place < 3 ? 2025 : 2026}-${String(((place + 9) % 12) + 1).padStart(2, "0")}-01`,
    );
    const grown = sampleAnswer([monthly("pier", year)], { dates: months, interval: "month" });
    const note = (period: "365d" | "ytd") => mostTile(figure, grown, names, period).note;
    expect(note("365d")).toBe("PIER, the largest: +12.0% 1y");
    // October 2026 and December 2025.
    expect(note("ytd")).toBe("PIER, the largest: +9.8% YTD");
  });

  it("lead to the series of each asset", () => {
    expect(explainedMost(figure, answer, names)).toMatchObject({
      items: [
        {
          name: "Pier Dollar",
          figure: "30",
          number: { key: { subject_slug: "pier" }, date: "2026-10-31" },
        },
        { name: "quay", figure: "12" },
      ],
      figure: "30",
    });
  });

  it("are not known without values, or where an answer left out assets that may have more", () => {
    expect(mostTile(figure, sampleAnswer([]), names).value).toBeNull();
    const unended = [monthly("quay", [7, 8, null])];
    const cut = sampleAnswer(unended, { dates, group_count: 120 });
    expect(mostTile(figure, cut, names).value).toBeNull();
    expect(mostTile(figure, { ...cut, group_count: 1 }, names).value?.number).toBe("8");
  });

  it("request the names of the assets in their note", async () => {
    const query = vi.fn(async () => ({ results: [{ slug: "pier", name: "Pier Dollar" }] }));
    const client = { assets: { list: { query } } } as never;
    const { tile } = await loadMostFigure(client, figure, answer, {
      period: "30d",
      signal: AbortSignal.any([]),
    });
    expect(tile.note).toBe("Pier Dollar, the largest: −26.8% 30d");
    const filter = expect.objectContaining({ value: ["pier", "quay"] });
    expect(query).toHaveBeenCalledWith(expect.objectContaining({ filter }), expect.anything());
  });
});
