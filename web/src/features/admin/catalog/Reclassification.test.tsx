import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GetAggregateRequest } from "@/api/contract";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { mockServer } from "../adminFixtures";
import { Reclassification, reclassificationOf } from "./Reclassification";
import { entry, none } from "./recordFixtures";

beforeEach(() => {
  vi.setSystemTime(new Date("2026-11-28T12:00:00Z"));
});
afterEach(() => {
  vi.useRealTimers();
});

const forbidden = new CallFailure("FORBIDDEN", 403);

const moved = {
  ...entry,
  resource: "assets",
  columns: ["asset_class_slug"],
  before: { asset_class_slug: "commodities" },
  after: { asset_class_slug: "public-equity" },
};

it("is a change of an asset from one class to another, and no other change", () => {
  const classes = ["commodities", "public-equity"];
  expect(reclassificationOf(moved)).toEqual({ classes, at: moved.changed_at, from: null });
  expect(reclassificationOf({ ...moved, after: moved.before })).toBeNull();
  expect(reclassificationOf({ ...moved, before: null })).toBeNull();
  expect(reclassificationOf(entry)).toBeNull();
});

/** The totals in dollars, each by its class and the instant at which it was known; the first requests may fail. */
function show(totals: Readonly<Record<string, number>>, failures = 0, entry = moved) {
  const requests: GetAggregateRequest[] = [];
  mockServer({
    "assetClasses.list": () => none,
    "timeseries.aggregate": (request) => {
      requests.push(request);
      if (requests.length <= failures) return forbidden;
      const value = totals[`${request.filter?.value} ${request.as_of}`] ?? 0;
      return sampleAnswer([sampleGroup("alder", [value])], { dates: ["2026-11-20"] });
    },
  });
  const change = reclassificationOf(entry);
  if (!change) throw new Error("the entry is a reclassification");
  return { requests, ...render(<Reclassification change={change} />) };
}

const summary = () => screen.getByText(/^Totals before and after the change/);

it("says which change it was, and loads nothing until it is opened, and then once", async () => {
  const { requests, user } = show({});
  expect(summary()).toHaveTextContent("from commodities to public-equity on 20 Nov 2026");
  expect(requests).toHaveLength(0);
  await user.click(summary());
  expect(await screen.findByRole("region", { name: "Totals before and after" })).toBeVisible();
  expect(requests).toHaveLength(4);
  await user.click(summary());
  await user.click(summary());
  expect(screen.getByRole("region", { name: "Totals before and after" })).toBeVisible();
  expect(requests).toHaveLength(4);
});

it("says that the totals could not be loaded, and tries again", async () => {
  const { user } = show({}, 4);
  await user.click(summary());
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The totals of the classes could not be loaded",
  );
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Totals before and after" })).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

const before = "2026-11-20T09:59:59.999Z";
const after = moved.changed_at;

it("shows the totals of both classes just before and after, and leads to their charts", async () => {
  const { requests, user } = show({
    [`commodities ${before}`]: 5e6,
    [`commodities ${after}`]: 2e6,
    [`public-equity ${before}`]: 1e6,
    [`public-equity ${after}`]: 4e6,
  });
  await user.click(summary());
  expect(await screen.findByRole("row", { name: /commodities .*5.* .*2/ })).toBeVisible();
  expect(await screen.findByRole("row", { name: /public-equity .*1.* .*4/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Refresh" })).not.toBeInTheDocument();
  const shown = screen.getByRole("region", { name: "Totals before and after" });
  expect(shown).toHaveTextContent("count the asset in public-equity on all its days");
  expect(shown).toHaveTextContent("Charts as of an earlier state count it in commodities.");
  const day = "2026-11-20";
  for (const request of requests) expect(request).toMatchObject({ from: day, to: day });
  const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  const address = new URL(link("Chart before the change") ?? "", "https://a.example");
  expect(address.pathname).toBe("/assets/timeseries");
  expect(address.searchParams.get("filter")).toBe("asset_class:is:commodities,public-equity");
  expect(address.searchParams.get("as_of")).toBe("2026-11-19");
});

it.each([
  ["both totals are", {}],
  ["a change has reached one total only, and the other is", { [`commodities ${before}`]: 5e6 }],
])("says that %s equal, and loads them again", async (_, totals) => {
  const { requests, user } = show(totals);
  await user.click(summary());
  const shown = await screen.findByRole("region", { name: "Totals before and after" });
  const refresh = await within(shown).findByRole("button", { name: "Refresh" });
  expect(shown).toHaveTextContent("At least one total is equal before and after");
  const count = requests.length;
  await user.click(refresh);
  await expect.poll(() => requests.length).toBe(2 * count);
});

it("says from which day the asset counts in the later class", async () => {
  const dated = { ...moved.after, classified_on: "2026-09-01" };
  const { user } = show({}, 0, { ...moved, after: dated });
  await user.click(summary());
  expect(await screen.findByRole("region", { name: "Totals before and after" })).toHaveTextContent(
    "count the asset in public-equity from 1 Sep 2026 on, and in the class before on earlier days.",
  );
});
