import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GetAggregateRequest, GetSeriesRequest, Query } from "@/api/contract";
import { explain } from "@/app-state/numberExplanation";
import { ExplainHost } from "@/features/explain/ExplainHost";
import { addDays } from "@/lib/dates/day";
import { assetMeta } from "@/testing/catalogFixtures";
import { sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, unauthorized, unavailable } from "@/testing/server";
import { complete, explanation, line, restatement } from "@/testing/timeseriesFixtures";
import { ExploreScreen } from "./ExploreScreen";
import { assetPreset, poolPreset, protocolPreset } from "./presets";
import "@/testing/charts";

const now = "2026-11-20T12:00:00.000Z";
const yesterday = "2026-11-19";
const none = { page: 1, perPage: 50, pageCount: 0, resultCount: 0, nextCursor: null };

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

type Requests = {
  aggregates: GetAggregateRequest[];
  series: GetSeriesRequest[];
  lists: Query[];
  restated: Query[];
  assets: Query[];
};

function answering(
  part: {
    failure?: CallFailure;
    members?: number;
    platformSeries?: number;
    restatements?: CallFailure;
  } = {},
): Requests {
  const { failure, members = 3, platformSeries = 0, restatements } = part;
  const requests: Requests = { aggregates: [], series: [], lists: [], restated: [], assets: [] };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.meta": () => ({
        ...assetMeta,
        fields: [],
      }),
      "assets.list": (input) => {
        requests.assets.push(input);
        return { results: [], pagination: none };
      },
      "issuers.list": () => ({ results: [], pagination: none }),
      "assetClasses.list": () => ({ results: [], pagination: none }),
      "platforms.list": () => ({ results: [], pagination: none }),
      "loads.list": () => ({
        results: [explanation().versions[0]?.load].flatMap((one) => one ?? []),
        pagination: none,
      }),
      "restatements.list": (input) => {
        requests.restated.push(input);
        if (restatements) return restatements;
        return {
          results: [restatement({ measure_slug: "bridged_token_value_dollar" })],
          pagination: none,
        };
      },
      "timeseries.list": (input) => {
        requests.lists.push(input);
        return {
          results: [
            {
              id: 1,
              subject_kind: "asset",
              subject_slug: "alder-fund-sample",
              subject_name: "Alder Fund (sample)",
              network_slug: null,
              measure_slug: "bridged_token_value_dollar",
              measure_name: "Value",
              kind: "stock",
              unit: "usd",
              source: "sample",
              carry_days: 7,
              visible_to: "everybody",
              is_redistributable: true,
              licence: "own work, Apache-2.0",
              is_sample: true,
            },
          ],
          pagination: { ...none, resultCount: platformSeries },
        };
      },
      "timeseries.latest": ({ keys }) => ({
        results: keys
          .filter(({ subject_slug: slug }) => slug !== "unknown-sample" && slug !== "share-sample")
          .map((key) => ({
            ...line({ subject_slug: key.subject_slug, subject_name: `${key.subject_slug} named` }),
            measure_slug: key.measure,
            value: 1,
            date: yesterday,
            age_days: 1,
            is_stale: key.subject_slug === "stale-sample",
            ...{ changes: [], differing: [], is_average: false },
            ...{ value_date: yesterday, is_carried: false, is_partial: false },
          })),
        unknown: keys.flatMap(({ subject_slug: slug }, position) =>
          slug === "share-sample"
            ? [{ position, reason: "yield_refused", message: "Not calculated for stocks" }]
            : [],
        ),
        current_at: now,
      }),
      "timeseries.get": (input) => {
        requests.series.push(input);
        const dates = daysOf(input.from ?? "2026-11-01", input.to ?? yesterday);
        return {
          interval: "day",
          dates,
          lines: input.keys.map((key, index) =>
            line({
              series_id: index + 1,
              subject_slug: key.subject_slug,
              subject_name: `${key.subject_slug} named`,
              measure_slug: key.measure,
              values: dates.map((_, day) =>
                key.subject_slug === "silent-sample" ? null : 100 * (index + 1) + day,
              ),
            }),
          ),
          to: dates.at(-1) ?? "",
          current_at: now,
        };
      },
      "timeseries.explain": () => explanation(),
      "timeseries.aggregate": (input) => {
        requests.aggregates.push(input);
        if (failure) return failure;
        const dates = daysOf(input.from ?? yesterday, input.to ?? yesterday);
        const group = (key: string | null, value: number) => ({
          ...sampleGroup(
            key,
            dates.map((_, index) => value + index),
          ),
          member_count: members,
          sample_count: members,
          coverage: dates.map(() => 0.5),
          last_date: dates.at(-1) ?? null,
        });
        const groups = members > 0 ? [group("stablecoins", 2e9), group("commodities", 1e9)] : [];
        return {
          measure_slug: input.measure,
          kind: "stock",
          unit: "usd",
          interval: input.interval ?? "day",
          dates,
          groups: input.group_by === "none" ? [] : groups,
          total: group(null, members > 0 ? 3e9 : 0),
          group_count: groups.length,
          ...complete,
          to: dates.at(-1) ?? "",
          current_at: now,
          known_at: now,
        };
      },
    }),
  );
  return requests;
}

function show(search = "", preset = assetPreset) {
  const path = "/assets/timeseries";
  return render(
    <>
      <ExploreScreen preset={preset} />
      <ExplainHost />
    </>,
    { pathname: path, asPath: search ? `${path}?${search}` : path },
  );
}

beforeEach(() => vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] }));
afterEach(() => act(() => explain(null)));

const grid = () => screen.findByRole("grid", { name: /^Values/ });

describe("charting many series", () => {
  it("draws the groups, shows their coverage and that they are a sample, and lists their values", async () => {
    const requests = answering();
    show();
    const values = await grid();
    expect(requests.aggregates[0]).toMatchObject({
      measure: "bridged_token_value_dollar",
      subject_kind: "asset",
      group_by: "asset_class",
      interval: "day",
      mode: "level",
      to: yesterday,
      group_limit: 7,
    });
    expect(screen.getByRole("heading", { name: /^Bridged token value by asset/ })).toBeVisible();
    expect(await screen.findByText(/Coverage 50\.0% of 3 series/)).toBeVisible();
    expect(screen.getByRole("note")).toHaveTextContent(/Sample data/);
    const [, newest] = within(values).getAllByRole("row");
    if (!newest) throw new Error("no row");
    expect(within(newest).getByRole("rowheader")).toHaveTextContent("19 Nov 2026");
    const cells = within(newest)
      .getAllByRole("gridcell")
      .map((cell) => cell.textContent);
    expect(cells.map((text) => text?.replace(", explain", ""))).toEqual(["3.00", "2.00", "1.00"]);
  });

  it("asks what the address asks, filters included", async () => {
    const requests = answering();
    show(
      "group_by=platform&interval=month&range=All&group_limit=12&like_for_like=1&filter=asset_class:is:stablecoins&as_of=2026-10-31",
    );
    await grid();
    expect(requests.aggregates[0]).toMatchObject({
      group_by: "platform",
      interval: "month",
      from: "2013-01-01",
      to: "2026-10-31",
      group_limit: 12,
      is_cohort: true,
      as_of: "2026-10-31",
      filter: { operator: "equals", field: "asset_class", value: "stablecoins" },
    });
    expect(await screen.findByText(/^Like for like: only members/)).toBeVisible();
    expect(screen.getByText(/As known on 31 Oct 2026$/)).toBeVisible();
    expect(requests.restated[0]?.as_of).toBe("2026-10-31");
  });

  it("hands the request for what it shows over as a program", async () => {
    answering();
    const { user } = show("group_by=platform&range=30D&filter=asset_class:is:stablecoins");
    await grid();
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: "Copy as Python" }));
    expect(await screen.findByText("Query copied as Python.")).toBeInTheDocument();
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`${window.location.origin}/api/download/timeseries.aggregate.ndjson"`);
    expect(text).toContain('"group_by": "platform"');
    expect(text).toContain('"value": "stablecoins"');
  });

  it("puts every choice into the address", async () => {
    answering();
    const { user, router } = show();
    await grid();
    await user.click(screen.getByRole("combobox", { name: "Group by" }));
    await user.click(screen.getByRole("option", { name: "Issuer" }));
    expect(router.push).toHaveBeenLastCalledWith("/assets/timeseries?group_by=issuer", undefined, {
      shallow: true,
      scroll: false,
    });
    await user.click(screen.getByRole("radio", { name: "90D" }));
    expect(vi.mocked(router.push).mock.lastCall?.[0]).toContain("range=90D");
  });

  it("marks restated values, on the chart and in a log", async () => {
    answering();
    show();
    await grid();
    expect(screen.getByRole("heading", { name: "Restatements" })).toBeVisible();
    await waitFor(() =>
      expect(screen.getAllByText(/2 Nov 2026: \$1\.02 \(was \$1\.00/).length).toBeGreaterThan(0),
    );
    expect(await screen.findByText(/Alder Fund \(sample\) restated on/)).toBeVisible();
  });

  it("says that no value was restated only if the restatements are loaded", async () => {
    answering({ restatements: unavailable });
    show();
    await grid();
    expect(await screen.findByText(/^The restatements could not be loaded/)).toBeVisible();
    expect(screen.queryByText("No value in this chart was restated.")).not.toBeInTheDocument();
  });

  it("explains a number of the table by Enter", async () => {
    answering();
    const { user } = show();
    const values = await grid();
    const [first] = within(values).getAllByRole("gridcell");
    if (!first) throw new Error("no cell");
    act(() => first.focus());
    await user.keyboard("{Enter}");
    const sheet = within(await screen.findByRole("dialog", { name: "Explain" }));
    expect(await sheet.findByText(/The sum of the inputs that have a value/)).toBeVisible();
  });

  it("explains the day under the crosshair by Enter", async () => {
    answering();
    const { user } = show();
    await grid();
    const plot = await screen.findByRole("application", { name: /^Bridged token value/ });
    act(() => plot.focus());
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    const pointed = () => document.querySelector("tr[data-pointed]");
    await waitFor(() => expect(pointed()).toHaveTextContent("18 Nov 2026"));
    await user.keyboard("{Enter}");
    const sheet = within(await screen.findByRole("dialog", { name: "Explain" }));
    expect(sheet.getByRole("button", { name: /^stablecoins/ })).toBeVisible();
    expect(sheet.getByRole("button", { name: /^Total.*3\.00/ })).toBeVisible();
  });

  it("says why there is nothing", async () => {
    answering({ members: 0 });
    show();
    expect(await screen.findByText(/Values appear after the first import/)).toBeVisible();
    expect(screen.queryByRole("grid")).not.toBeInTheDocument();
  });

  it("says what failed", async () => {
    answering({ failure: new CallFailure("BAD_REQUEST", 400, "range_too_long") });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent(/could not be loaded/);
    expect(await screen.findByText("Could not load the values of the chart.")).toBeVisible();
    expect(unavailable.httpStatus).toBe(503);
  });

  it("takes pools where platforms have no series of their own", async () => {
    const requests = answering({ platformSeries: 0 });
    show("", protocolPreset);
    await grid();
    expect(requests.aggregates[0]).toMatchObject({ subject_kind: "pool", group_by: "platform" });
  });

  it("takes assets for what protocols are worth", async () => {
    const requests = answering();
    show("measure=bridged_token_value_dollar", protocolPreset);
    await grid();
    expect(requests.lists).toEqual([]);
    expect(requests.aggregates[0]).toMatchObject({ subject_kind: "asset", group_by: "platform" });
  });

  it("groups pools by themselves", async () => {
    const requests = answering();
    show("group_by=token", poolPreset);
    await waitFor(() =>
      expect(requests.aggregates[0]).toMatchObject({ subject_kind: "pool", group_by: "token" }),
    );
    expect(await screen.findByRole("combobox", { name: "Group by" })).toHaveTextContent("Pool");
  });
});

describe("comparing chosen series", () => {
  it("draws them beside each other and says which have no numbers", async () => {
    const requests = answering();
    const chosen = ["alder-fund", "unknown", "stale", "silent", "share"];
    show(chosen.map((slug) => `series=asset:${slug}-sample`).join("&"));
    const values = await grid();
    expect(requests.series[0]?.keys.map(({ subject_slug: slug }) => slug)).toEqual([
      "alder-fund-sample",
      "stale-sample",
      "silent-sample",
    ]);
    expect(
      within(values).getByRole("columnheader", { name: "Sample alder-fund-sample named" }),
    ).toBeVisible();
    expect(
      await screen.findByText(
        "This measure is not available for unknown-sample; no values in this period for silent-sample named.",
      ),
    ).toBeVisible();
    expect(screen.getByText("Not calculated for stocks.")).toBeVisible();
    expect(screen.getByText(/stale-sample named: no values newer than/)).toBeVisible();
    // The events of these assets are marked.
    await waitFor(() => expect(JSON.stringify(requests.assets)).toContain("stale-sample"));
  });

  it("asks for no events where its address says so", async () => {
    const requests = answering();
    show("series=asset:alder-fund-sample&events=0");
    await grid();
    expect(requests.assets).toEqual([]);
  });

  it("starts every line at 100 on the scale of an index", async () => {
    answering();
    show("series=asset:alder-fund-sample&series=asset:birch-sample&scale=index&range=30D");
    await grid();
    expect(screen.getByRole("radio", { name: "Index" })).toBeChecked();
    expect(screen.getByText(/^Start of the range = 100/)).toBeVisible();
    expect(await screen.findByRole("columnheader", { name: "Start = 100" })).toBeVisible();
  });

  it("says how to begin", async () => {
    answering();
    const { user, router } = show("view=series");
    expect(await screen.findByText("No series selected")).toBeVisible();
    await user.type(await screen.findByRole("combobox", { name: "Add a series" }), "ald");
    await user.click(await screen.findByRole("option", { name: /Alder Fund/ }));
    expect(vi.mocked(router.push).mock.lastCall?.[0]).toContain("series=asset%3Aalder-fund-sample");
  });
});
