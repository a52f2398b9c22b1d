import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { GetAggregateRequest, LatestValue, ValueQualifier } from "@/api/contract";
import { answerTo } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized, unavailable } from "@/testing/server";
import { PegSplit } from "../classes/PegSplit";
import { stablecoins, treasuries } from "../markets/classMarkets";
import { PegCard } from "./PegCard";
import { YieldCard } from "./YieldCard";

const bill: LatestValue = {
  series_id: 2,
  subject_kind: "benchmark",
  subject_slug: "fred-dgs3mo",
  subject_name: "3-month Treasury",
  measure_slug: "benchmark_rate",
  kind: "stock",
  unit: "ratio",
  network_slug: null,
  source: "fred",
  is_sample: false,
  value: 0.0388,
  date: "2026-11-18",
  age_days: 1,
  is_stale: false,
  changes: [],
  differing: [],
  is_average: false,
  value_date: "2026-11-18",
  is_carried: true,
  is_partial: false,
};

/** Answers with the rate of a bill, and with numbers of all days but one, which are so qualified. */
function answering(
  known: LatestValue,
  unknownDay?: string,
  qualifiersOf: (request: GetAggregateRequest) => ValueQualifier[] = () => [],
): GetAggregateRequest[] {
  const requests: GetAggregateRequest[] = [];
  const page = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": () => ({ results: [], pagination: page }),
      "timeseries.latest": () => ({
        results: [known],
        unknown: [],
        current_at: "2026-11-20T10:00:00.000Z",
      }),
      "timeseries.aggregate": (request) => {
        requests.push(request);
        const answer = answerTo(request, request.to !== unknownDay);
        const qualifiers = qualifiersOf(request);
        const groups = answer.groups.map((group) => ({ ...group, qualifiers }));
        return { ...answer, groups, group_count: 107 };
      },
    }),
  );
  return requests;
}

it("leads from the rate of the bill in its text to where that comes from, and says what it leaves out", async () => {
  const requests = answering(bill);
  const { user } = render(<YieldCard market={treasuries} />);
  const card = within(await screen.findByRole("region", { name: "Yields and fees" }));
  const rate = await card.findByRole("button", { name: /^Explain, 3-month Treasury bill, 3\.88%/ });
  await user.click(rate);
  expect(rate).toHaveAttribute("aria-pressed", "true");
  expect(await card.findByText(/Of the 2 largest; 105 others are omitted\./)).toBeVisible();
  // The yields of those of most value, and not the highest yields.
  const named = requests.filter(({ filter }) => JSON.stringify(filter).includes("harbour-chain"));
  expect(named.map(({ measure }) => measure).sort()).toEqual(["yield_30d", "yield_7d"]);
});

const ended = { ...bill, date: "2026-09-17", is_stale: true };

it("compares the rate of a bill that ended with the yields of its day, and with none of today", async () => {
  const requests = answering(ended);
  render(<YieldCard market={treasuries} />);
  const card = within(await screen.findByRole("region", { name: "Yields and fees" }));
  expect(await card.findByText(/17 Sep 2026, when its series ends/)).toBeVisible();
  const over = await card.findByRole("columnheader", { name: /Over 3-month bill/ });
  expect(over).toHaveTextContent(/17 Sep 2026/);
  expect(await card.findAllByRole("button", { name: /over 3-month bill/ })).toHaveLength(2);
  const yields = requests.filter(({ measure }) => measure === "yield_7d");
  expect(new Set(yields.map(({ from, to }) => `${from} ${to}`))).toContain("2026-09-17 2026-09-17");
});

it("has no column that is empty in every row", async () => {
  answering(ended, ended.date);
  render(<YieldCard market={treasuries} />);
  const card = within(await screen.findByRole("region", { name: "Yields and fees" }));
  expect(await card.findByText(/when its series ends/)).toBeVisible();
  const [head] = within(await card.findByRole("table")).getAllByRole("row");
  expect(head).not.toHaveTextContent("Over 3-month bill");
  expect(card.queryByRole("button", { name: /over 3-month bill/ })).toBeNull();
});

it("stars numbers that are carried from an earlier day", async () => {
  answering(bill, undefined, (request) => {
    const to = request.to ?? "";
    const carried = { from: to, to, value_date: "2026-11-15", is_carried: true };
    const others = {
      is_partial: false,
      is_average: false,
      spans_gap: false,
      lacks_days: false,
    };
    return request.measure === "yield_7d" ? [{ ...carried, ...others }] : [];
  });
  render(<YieldCard market={treasuries} />);
  const card = within(await screen.findByRole("region", { name: "Yields and fees" }));
  // The rate of the bill comes last, and with it a table of one more column.
  expect(await card.findAllByRole("button", { name: /over 3-month bill/ })).toHaveLength(2);
  const table = within(card.getByRole("table"));
  // The yields of both funds, and by how much they are above the bill.
  expect(table.getAllByText(", value of 15 Nov 2026")).toHaveLength(4);
  expect(table.getAllByTitle("value of 15 Nov 2026")[0]).toHaveTextContent("*");
});

/** Answers with numbers, and with records once and as they are given. */
function answeringRecords(records: () => Promise<"broken" | "whole">) {
  const page = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.latest": () => ({ results: [], unknown: [], current_at: "2026-11-20T10:00:00Z" }),
      "timeseries.aggregate": (request) => answerTo(request, true),
      "assets.list": async () => {
        const record = { slug: "harbour-chain", name: "Harbour (sample)", peg_currency: "USD" };
        const isBroken = (await records()) === "broken";
        return (isBroken ? unavailable : { results: [record], pagination: page }) as never;
      },
    }),
  );
}

describe("a card that states what records say", () => {
  const cards = [
    ["Yields and fees", <YieldCard key="yields" market={treasuries} />, "Not disclosed"],
    ["Peg deviation", <PegCard key="pegs" market={stablecoins} />, "No prices available"],
    ["By currency", <PegSplit key="split" market={stablecoins} />, "Not disclosed"],
  ] as const;

  it.each(cards)("%s is loading until the records are", async (title, card, statement) => {
    let release: (value: "whole") => void = () => {};
    const pending = new Promise<"whole">((resolve) => {
      release = resolve;
    });
    const requested = vi.fn(() => pending);
    answeringRecords(requested);
    render(card);
    const region = within(await screen.findByRole("region", { name: title }));
    await waitFor(() => expect(requested).toHaveBeenCalled());
    expect(region.queryByText(statement)).toBeNull();
    expect(region.getByText(`Loading ${title}`)).toBeInTheDocument();
    release("whole");
    expect(await region.findByRole("table")).toBeVisible();
  });

  it.each(cards)("%s offers another try where they fail", async (title, card, statement) => {
    let isBroken = true;
    answeringRecords(async () => (isBroken ? "broken" : "whole"));
    const { user } = render(card);
    const region = within(await screen.findByRole("region", { name: title }));
    const again = await region.findByRole("button", { name: "Try again" });
    expect(region.queryByText(statement)).toBeNull();
    isBroken = false;
    await user.click(again);
    expect(await region.findByRole("table")).toBeVisible();
  });
});
