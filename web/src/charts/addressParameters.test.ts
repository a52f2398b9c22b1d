import { beforeEach, describe, expect, it, vi } from "vitest";
import { assetPreset, loanPreset, poolPreset, protocolPreset } from "@/features/charting/presets";
import { explorePage } from "@/features/charting/state/exploreState";
import { assetActivity, assetEntity } from "@/features/figures/assetEntity";
import { poolPicture } from "@/features/figures/entities";
import { commodities, stablecoins, treasuries } from "@/features/market/markets/classMarkets";
import { privateCredit } from "@/features/market/markets/creditMarket";
import { overview } from "@/features/market/markets/overviewMarket";
import { presentQuery } from "@/lib/address/earlierNames";
import samples from "./addressSamples.json";
import { chartPage } from "./application/chartView";
import { rankingPage } from "./application/rankingView";
import { type ChartPage, decodeChart, encodeChart, lookPage, unreadNames } from "./chartAddress";

const stock = {
  asset_class_slug: "stocks",
  class_group: "stocks",
  is_yield_bearing: null,
  denomination_currency: null,
  peg_currency: null,
};

const pages = new Map<string | undefined, ChartPage>([
  ["overview", chartPage(overview)],
  ["privateCredit", chartPage(privateCredit)],
  ["treasuries", chartPage(treasuries)],
  ["commodities", chartPage(commodities)],
  ["stablecoins", chartPage(stablecoins)],
  ["stockAsset", chartPage(assetEntity("alder", stock))],
  ["activity", chartPage(assetActivity("alder"))],
  ["pool", chartPage(poolPicture("alder"))],
  ["ranking", rankingPage(overview.league)],
  ...[assetPreset, protocolPreset, poolPreset, loanPreset].map(
    (preset) => [preset.id, explorePage(preset)] as const,
  ),
]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00:00Z") });
  return () => vi.useRealTimers();
});

// Bookmarks with earlier names keep their meaning and are rewritten with the present names.
describe("addresses that people have bookmarked", () => {
  it.each(samples)("of %s with %s still say %s", (id, search, written, unread) => {
    const page = pages.get(id);
    if (!page) throw new Error(`${id} has no chart`);
    const present = presentQuery(search);
    const state = decodeChart(page, present);
    expect(String(encodeChart(page, state))).toBe(written);
    expect(decodeChart(page, written)).toEqual(state);
    expect(unreadNames(page, present, state).toSorted().join()).toBe(unread);
    expect(unreadNames(page, written, state)).toEqual([]);
  });
});

it("offers to group by the network of settlement wherever networks are offered", () => {
  const hasGroup = (page: ChartPage, measure: string, by: string) =>
    decodeChart(page, `${page.prefix ?? ""}measure=${measure}&${page.prefix ?? ""}group_by=${by}`)
      .group === by;
  const offers = [...pages.values()].flatMap((page) =>
    page.offer.measure().values.map((measure) => ({
      network: hasGroup(page, measure, "network"),
      parent: hasGroup(page, measure, "parent_network"),
    })),
  );
  expect(offers.filter(({ network }) => network).length).toBeGreaterThan(100);
  expect(offers.filter(({ network, parent }) => network !== parent)).toEqual([]);
});

it("keeps legend, full screen and table of a chart beside what else the address says", () => {
  const search = "range=90D&peg_legend=only.usd&peg_full=1&full=0";
  const page = lookPage("peg");
  const state = decodeChart(page, search);
  expect(state).toMatchObject({ legend: "only.usd", full: true, table: false });
  const written = [{ full: false }, { legend: "" }, { table: true }].map((patch) =>
    String(encodeChart(page, { ...state, ...patch }, search)),
  );
  expect(written).toEqual([
    "range=90D&peg_legend=only.usd&full=0",
    "range=90D&peg_full=1&full=0",
    "range=90D&peg_legend=only.usd&peg_full=1&full=0&peg_table=1",
  ]);
  expect(decodeChart(page, "peg_full=yes").full).toBe(false);
});
