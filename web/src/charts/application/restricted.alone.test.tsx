import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GetOriginsResponse, Load } from "@/api/contract";
import { ExploreScreen } from "@/features/charting/ExploreScreen";
import { assetPreset } from "@/features/charting/presets";
import { treasuries } from "@/features/market/markets/classMarkets";
import { References } from "@/features/market/References";
import { saveFile } from "@/lib/browser/saveFile";
import { showToast } from "@/lib/toasts";
import { assetMeta } from "@/testing/catalogFixtures";
import { textOf } from "@/testing/files";
import { render } from "@/testing/render";
import { unavailable } from "@/testing/server";
import { line, load } from "@/testing/timeseriesFixtures";
import { answerWithFunds, days, now, show } from "./chartFixtures";
import "@/testing/charts";

vi.mock("@/lib/browser/saveFile", async (actual) => ({
  ...(await actual<object>()),
  saveFile: vi.fn(),
}));
vi.mock("@/lib/toasts", async (actual) => ({ ...(await actual<object>()), showToast: vi.fn() }));

beforeEach(() => {
  vi.mocked(saveFile).mockClear();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  return () => vi.useRealTimers();
});

type User = ReturnType<typeof show>["user"];

function from(...loads: Load[]): () => GetOriginsResponse {
  return () => ({ runs: [], loads, methods: [], withheld: [] });
}

const free = load({ source: "Register" });
const restricted = load({ source: "Vendor", licence: "Own use", is_redistributable: false });
const page = { page: 1, perPage: 50, pageCount: 0, resultCount: 0, nextCursor: null };
const none = () => ({ results: [], pagination: page });

/** The answers that a charting page requests in addition to those of a chart. */
const explored: NonNullable<Parameters<typeof answerWithFunds>[0]> = {
  "assets.meta": () => ({ ...assetMeta, fields: [] }),
  "issuers.list": none,
  "assetClasses.list": none,
  "platforms.list": none,
  "loads.list": none,
  "timeseries.latest": ({ keys }) => ({
    results: keys.map((key) => ({
      ...line({ subject_slug: key.subject_slug, measure_slug: key.measure }),
      value: 1,
      date: "2026-11-19",
      age_days: 1,
      is_stale: false,
      ...{ changes: [], differing: [], is_average: false },
      ...{ value_date: "2026-11-19", is_carried: false, is_partial: false },
    })),
    unknown: [],
    current_at: now,
  }),
};

/** The lines that are asked for, each with values. */
const lines: NonNullable<Parameters<typeof answerWithFunds>[0]>["timeseries.get"] = ({ keys }) => ({
  interval: "day",
  dates: days,
  lines: keys.map(({ subject_kind, subject_slug, measure }, place) => {
    const values = days.map(() => 1.25);
    return line({ series_id: place, subject_kind, subject_slug, measure_slug: measure, values });
  }),
  to: days.at(-1) ?? "",
  current_at: now,
});

function explore(search: string) {
  const path = "/assets/timeseries";
  return render(<ExploreScreen preset={assetPreset} />, {
    pathname: path,
    asPath: `${path}?${search}`,
  });
}

const vendor = /^Not for redistribution: .*\(.*Vendor\)/;
const table = ["Download CSV"];
const all = [...table, "Download PNG", "Download SVG"];

async function refuses(
  user: User,
  title: string | RegExp,
  { message = vendor, entries = table }: { message?: RegExp; entries?: string[] } = {},
) {
  const card = await screen.findByRole("region", { name: title });
  await within(card).findByRole("application");
  for (const entry of entries) {
    vi.mocked(showToast).mockClear();
    await user.click(within(card).getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: entry }));
    const refusal = expect.objectContaining({ message: expect.stringMatching(message) });
    await waitFor(() => expect(showToast).toHaveBeenCalledWith(refusal));
  }
  expect(saveFile).not.toHaveBeenCalled();
}

const byAsset = "Distributed value by asset";

describe("a chart is not saved, as table or picture,", () => {
  it("where a value of a sum may not be passed on", async () => {
    answerWithFunds({ "timeseries.origins": from(restricted) });
    await refuses(show(treasuries, "").user, byAsset, { entries: all });
  });

  it("where nobody says who may have its values", async () => {
    answerWithFunds({ "timeseries.origins": () => unavailable });
    await refuses(show(treasuries, "").user, byAsset, { message: /could not be loaded/ });
  });

  it("where a benchmark beside it may not be passed on", async () => {
    answerWithFunds({
      "timeseries.origins": from(free),
      "timeseries.seriesOrigins": from(restricted),
    });
    const { user } = show(treasuries, "style=line&second_axis=(benchmarks)&benchmarks=fred-dgs3mo");
    await screen.findByRole("checkbox", { name: /Treasury par yield/ });
    await refuses(user, byAsset);
  });

  it("where the exchange rates of its currency may not be passed on", async () => {
    answerWithFunds({
      "timeseries.get": lines,
      "timeseries.origins": from(free),
      "timeseries.seriesOrigins": from(restricted),
    });
    await refuses(show(treasuries, "currency=eur").user, byAsset);
  });

  it("of groups with a value that may not be passed on", async () => {
    answerWithFunds({ ...explored, "timeseries.origins": from(free, restricted) });
    await refuses(explore("").user, /^Bridged token value by/);
  });

  it("of selected series, one of which may not be passed on", async () => {
    answerWithFunds({
      ...explored,
      "timeseries.get": lines,
      "timeseries.seriesOrigins": from(free, restricted),
    });
    const { user } = explore("series=asset:alder&series=asset:birch");
    await refuses(user, /^Bridged token value, compared/);
  });

  it("of reference series, one of which may not be passed on", async () => {
    answerWithFunds({
      ...explored,
      "timeseries.get": lines,
      "timeseries.seriesOrigins": from(free, restricted),
    });
    const { user } = render(<References market={treasuries} />, { asPath: "/treasuries" });
    await refuses(user, treasuries.referenceChart?.title ?? "");
  });
});

it("a chart of values that may be passed on is saved with where all of them come from", async () => {
  answerWithFunds({
    "timeseries.origins": from(free),
    "timeseries.seriesOrigins": from(load({ source: "US Treasury", licence: "CC0-1.0" })),
  });
  const { user } = show(treasuries, "style=line&second_axis=(benchmarks)&benchmarks=fred-dgs3mo");
  const card = await screen.findByRole("region", { name: byAsset });
  await screen.findByRole("checkbox", { name: /Treasury par yield/ });
  await user.click(within(card).getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Download CSV" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  const [file] = vi.mocked(saveFile).mock.calls[0] ?? [];
  const text = await textOf(file);
  expect(text).toContain("# Source: Register\r\n# Source: US Treasury\r\n# Licence: CC0; CC0-1.0");
});
