import { describe, expect, it } from "vitest";
import type { ChartSettings } from "@/charts/addressParameters";
import { decodeChart, encodeChart, unreadNames } from "@/charts/chartAddress";
import { measureOf } from "@/charts/measures/measures";
import { intervalsOf, modesOf, stylesOf } from "@/charts/measures/offers";
import {
  assetPreset,
  loanPreset,
  measuresOf,
  type Preset,
  poolPreset,
  protocolPreset,
} from "../presets";
import { explorePage } from "./exploreState";

function decodeExplore(search: string, preset: Preset) {
  return decodeChart(explorePage(preset), search);
}

function encodeExplore(state: ChartSettings, preset: Preset, into?: string) {
  return encodeChart(explorePage(preset), state, into);
}

const initial = decodeExplore("", assetPreset);

function known(slug: string) {
  const measure = measureOf(slug);
  if (!measure) throw new Error(slug);
  return measure;
}

describe("the view of a charting page", () => {
  it("is value by asset class over a year when the address says nothing", () => {
    expect(initial).toMatchObject({
      view: "groups",
      measure: "bridged_token_value_dollar",
      group: "asset_class",
      interval: "day",
      mode: "level",
      style: "area",
      scale: "linear",
      range: "1Y",
      zoom: null,
    });
    expect(encodeExplore(initial, assetPreset).toString()).toBe("");
  });

  it("comes back from its address", () => {
    const state = {
      ...initial,
      measure: "price_dollar",
      group: "platform" as const,
      interval: "week" as const,
      style: "line" as const,
      scale: "index" as const,
      range: "All" as const,
      zoom: { from: "2025-01-01", to: "2025-06-30" },
      likeForLike: true,
      limit: 12,
      legend: "-stablecoins,-(other)",
      benchmarks: ["gold-usd-monthly", "fred-dtwexbgs"],
      asOf: "2026-01-31",
      events: false,
    };
    const address = encodeExplore(state, assetPreset, "filter=network:is:ethereum");
    expect(decodeExplore(address.toString(), assetPreset)).toEqual(state);
    expect(address.get("filter")).toBe("network:is:ethereum");
  });

  it("names the series that are compared, with their networks", () => {
    const text =
      "series=asset:alder-fund-sample&series=token:ethereum:0xa1&series=asset:birch:base&measure=price_dollar";
    const state = decodeExplore(text, assetPreset);
    expect(state.view).toBe("series");
    expect(state.style).toBe("line");
    expect(state.chosen).toEqual([
      { subject_kind: "asset", subject_slug: "alder-fund-sample", network_slug: null },
      { subject_kind: "token", subject_slug: "ethereum:0xa1", network_slug: null },
      { subject_kind: "asset", subject_slug: "birch", network_slug: "base" },
    ]);
    expect(decodeExplore(encodeExplore(state, assetPreset).toString(), assetPreset)).toEqual(state);
  });

  it("has a view of its own only where its page offers it", () => {
    const series = "series=token:ethereum:0xa1&view=cohorts";
    expect(decodeExplore(series, assetPreset).view).toBe("cohorts");
    expect(decodeExplore("view=cohorts", loanPreset).view).toBe("groups");
    expect(decodeExplore("view=vintages", loanPreset).view).toBe("vintages");
    const page = explorePage(poolPreset);
    const pools = decodeExplore("view=vintages", poolPreset);
    expect(unreadNames(page, "view=vintages", pools)).toEqual(["view"]);
  });

  it("keeps the chart over the whole page", () => {
    const state = { ...initial, full: true };
    const address = encodeExplore(state, assetPreset, "full=1&page=2").toString();
    expect(address).toBe("full=1&page=2");
    expect(decodeExplore(address, assetPreset)).toEqual(state);
    expect(encodeExplore(initial, assetPreset, address).toString()).toBe("page=2");
  });

  it("stays empty in the view of chosen series until one is added", () => {
    const state = { ...initial, view: "series" as const, style: "line" as const };
    const address = encodeExplore(state, assetPreset).toString();
    expect(address).toBe("view=series");
    expect(decodeExplore(address, assetPreset)).toEqual(state);
  });

  it.each([
    "measure=nothing&group_by=rating&interval=hour&mode=guess&style=pie&scale=cube&range=9Y&group_limit=3&like_for_like=yes",
    "series=asset&series=fund:x&series=asset:%20&series=",
    "from=2026-02-30&to=2026-03-01&benchmarks=,%3Cscript%3E&as_of=yesterday",
    "as_of=9999-12-31",
    "from=2026-03-02&to=2026-03-01",
  ])("reads nothing into %s", (address) => {
    expect(decodeExplore(address, assetPreset)).toEqual(initial);
  });

  it.each([
    [
      "measure=71&group_by=rating&interval=hour&group_limit=3",
      ["measure", "group_by", "interval", "group_limit"],
    ],
    ["full=yes&table=yes", ["full", "table"]],
    ["series=asset:alder-fund-sample&series=fund:x", ["series"]],
    [Array.from({ length: 60 }, (_, at) => `series=asset:fund-${at}`).join("&"), ["series"]],
    ["from=2099-01-01&to=2099-02-01&as_of=9999-12-31", ["from", "to", "as_of"]],
    ["measure=price_dollar&style=share&like_for_like=1&view=series", ["style", "like_for_like"]],
    ["measure=net_flow_7d_dollar&currency=eur", []],
    ["measure=holding_addresses_count&currency=jpy", ["currency"]],
    ["measure=net_flow_dollar&interval=day&currency=eur", []],
    ["range=1Y&group_limit=7&scale=linear&group_by=asset_class&filter=network:is:ethereum", []],
  ])("shows what it left out of %s", (address, names) => {
    const state = decodeExplore(address, assetPreset);
    expect(unreadNames(explorePage(assetPreset), address, state).toSorted()).toEqual(
      names.toSorted(),
    );
  });

  it("offers of a measure what can be shown of it, and nothing else", () => {
    const count = known("monthly_active_addresses_count");
    expect(intervalsOf(count)).toEqual(["day", "week", "month"]);
    expect(modesOf(count)).toEqual(["level"]);
    expect(stylesOf(count, "level")).toEqual(["line"]);
    const mints = known("daily_mints_dollar");
    expect(modesOf(mints)).toEqual(["flow", "cumulative"]);
    expect(stylesOf(mints, "flow")[0]).toBe("bar");
    const value = known("bridged_token_value_dollar");
    expect(stylesOf(value, "flow")).toEqual(["bar", "line"]);
    const written =
      "measure=monthly_active_addresses_count&interval=year&mode=cumulative&style=share";
    expect(decodeExplore(written, assetPreset)).toMatchObject({
      interval: "month",
      mode: "level",
      style: "line",
      group: "asset",
    });
  });

  it.each([assetPreset, protocolPreset, poolPreset, loanPreset])(
    "of $id has a default measure that is offered, and a default group",
    (preset) => {
      expect(measuresOf(preset).map(({ slug }) => slug)).toContain(preset.defaults.measure);
      expect(preset.groups).toContain(preset.defaults.group);
      expect(encodeExplore(decodeExplore("", preset), preset).toString()).toBe("");
    },
  );
});
