import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { AggregateExplanation, GetExplanationRequest } from "@/api/contract";
import { explain } from "@/app-state/numberExplanation";
import { sampleNetwork } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { aggregateExplanation, explanation } from "@/testing/timeseriesFixtures";
import { ExplainHost } from "../ExplainHost";

const date = "2026-11-19";
const value = "bridged_token_value_dollar";

const member = (name: string, apy: number, weight: number): AggregateExplanation["members"][0] => ({
  series_id: -weight,
  subject_kind: "asset",
  subject_slug: name.toLowerCase(),
  subject_name: name,
  network_slug: null,
  measure_slug: "yield_7d",
  source: "sample",
  is_sample: true,
  counted: { value: apy, weight, from: date, to: date },
  before: null,
  known_at: "2026-11-20T01:00:00.000Z",
  inputs: [],
});

const ofItsAsset = {
  ...member("Birch on Base", 0.03, 1e6),
  subject_kind: "token" as const,
  inputs: [
    {
      role: "Latest net asset value",
      series_id: 5,
      subject_kind: "asset" as const,
      subject_slug: "birch",
      network_slug: null,
      measure_slug: "net_asset_value_dollar",
      source: "sample",
      from: date,
      to: date,
      value: 1.03,
    },
  ],
};

/** One asset on two networks, of which the catalog knows one. */
const onNetworks = [
  { ...member("Cedar", 0.02, 9e5), network_slug: "zksync-era" },
  {
    ...member("Cedar", 0.01, 8e5),
    ...{ subject_kind: "token" as const, subject_slug: "moor-chain:0xa1" },
  },
];

const shown = aggregateExplanation({
  members: [member("Alder", 0.05, 3e6), ofItsAsset, ...onNetworks],
  more_members: 7,
});

function answering(measure: string) {
  const requests: GetExplanationRequest[] = [];
  const group = {
    key: null,
    is_other: false,
    member_count: 9,
    values: [0.045],
    coverage: [1],
    has_sample: true,
    withheld_count: 0,
    last_date: date,
    carry_days: 7,
    qualifiers: [],
    sample_count: 9,
  };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": () => ({
        results: [],
        pagination: { page: 1, perPage: 2, pageCount: 0, resultCount: 0, nextCursor: null },
      }),
      "networks.list": () => ({
        results: [sampleNetwork({ slug: "zksync-era", name: "ZKsync Era" })],
        pagination: { page: 1, perPage: 100, pageCount: 1, resultCount: 1, nextCursor: null },
      }),
      "timeseries.explain": (input) => {
        requests.push(input);
        return input.aggregate ? shown : explanation();
      },
      "timeseries.origins": () => ({ runs: [], methods: [], loads: [], withheld: [] }),
      "timeseries.aggregate": () => ({
        measure_slug: measure,
        kind: "stock",
        unit: "ratio",
        interval: "day",
        dates: [date],
        to: date,
        groups: [],
        total: group,
        group_count: 0,
        counts_twice: false,
        restricted_count: 0,
        feeder_count: 0,
        feeders: [],
        undisclosed: null,
        begun: null,
        withheld: [],
        current_at: "2026-11-20T02:00:00.000Z",
        known_at: "2026-11-20T02:00:00.000Z",
      }),
    }),
  );
  return requests;
}

async function open(measure: string) {
  const { user } = render(<ExplainHost />);
  const query = { measure, subject_kind: "asset", interval: "day" } as const;
  act(() => explain({ kind: "aggregate", of: query, date, name: "U.S. Treasuries" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Explain" }));
  return { user, sheet };
}

afterEach(() => act(() => explain(null)));

describe("the largest members of a number", () => {
  it("are shown with their contributions, and each can be explained", async () => {
    const requests = answering("yield_7d");
    const { user, sheet } = await open("yield_7d");
    expect(await sheet.findByText("Largest members")).toBeVisible();
    expect(sheet.getByText("and 7 more")).toBeVisible();
    expect(sheet.getByText(shown.composition)).toBeVisible();
    const alder = sheet.getByRole("button", { name: /^Alder/ });
    expect(alder).toHaveTextContent(/19 Nov 2026 · weight \$3\.00M/);
    expect(alder).toHaveTextContent(/5\.0000%/);
    expect(requests[0]).toMatchObject({
      date,
      aggregate: { measure: "yield_7d", from: date, to: date },
    });
    await user.click(alder);
    expect(await sheet.findByText("Net asset value in dollars of one unit.")).toBeVisible();
    const key = { subject_kind: "asset", subject_slug: "alder", measure: "yield_7d" };
    expect(requests.at(-1)).toEqual({
      key: { ...key, network_slug: null, source: "sample" },
      date,
    });
  });

  it("are named with the names of their networks, or their slugs where they have none", async () => {
    answering("yield_7d");
    const { sheet } = await open("yield_7d");
    expect(await sheet.findByRole("button", { name: /^Cedar on ZKsync Era/ })).toBeVisible();
    expect(sheet.getByRole("button", { name: /^Cedar on moor-chain/ })).toBeVisible();
  });

  it("lead from a token to the yield of its asset", async () => {
    const requests = answering("yield_7d");
    const { user, sheet } = await open("yield_7d");
    await user.click(await sheet.findByRole("button", { name: /^Birch on Base/ }));
    expect(await sheet.findByText("Net asset value in dollars of one unit.")).toBeVisible();
    const key = { subject_kind: "asset", subject_slug: "birch" };
    expect(requests.at(-1)).toMatchObject({ key, date });
  });

  it("are not shown twice where the inputs are the members themselves", async () => {
    const requests = answering(value);
    const { sheet } = await open(value);
    expect(await sheet.findByText("No value is available.")).toBeVisible();
    expect(sheet.queryByText("Largest members")).toBeNull();
    expect(requests).toEqual([]);
  });
});
