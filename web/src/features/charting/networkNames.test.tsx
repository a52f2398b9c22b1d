import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Query, SeriesKey } from "@/api/contract";
import { assetMeta, sampleNetwork } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { line } from "@/testing/timeseriesFixtures";
import { ExploreScreen } from "./ExploreScreen";
import { assetPreset } from "./presets";
import "@/testing/charts";

const none = { page: 1, perPage: 50, pageCount: 0, resultCount: 0, nextCursor: null };
const now = "2026-11-20T12:00:00.000Z";
const dates = ["2026-11-18", "2026-11-19"];

const lineOf = ({ subject_kind, subject_slug, network_slug, measure }: SeriesKey, place: number) =>
  line({
    ...{ series_id: place, subject_kind, subject_slug, network_slug: network_slug ?? null },
    ...{ measure_slug: measure, values: [1, 2] },
  });

/** The tokens of one asset, which all have its name, and its part on a network that the catalog does not know. */
const chosen = ["token:ethereum:0xa1", "token:zksync-era:0xa2", "asset:alder-fund-sample:moor"];

it("names the lines of one subject by the names of their networks, in one request", async () => {
  const requests: Query[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.meta": () => ({ ...assetMeta, fields: [] }),
      "assets.list": () => ({ results: [], pagination: none }),
      "issuers.list": () => ({ results: [], pagination: none }),
      "loads.list": () => ({ results: [], pagination: none }),
      "restatements.list": () => ({ results: [], pagination: none }),
      "complianceEvents.list": () => ({ results: [], pagination: none }),
      "networks.list": (query) => {
        requests.push(query);
        const results = [
          sampleNetwork({ slug: "ethereum", name: "Ethereum" }),
          sampleNetwork({ slug: "zksync-era", name: "ZKsync Era" }),
        ];
        return { results, pagination: none };
      },
      "timeseries.latest": ({ keys }) => ({
        results: keys.map((key, place) => ({
          ...{ ...lineOf(key, place), value: 1, date: "2026-11-19", age_days: 1, is_stale: false },
          ...{ changes: [], differing: [], is_average: false },
          ...{ value_date: "2026-11-19", is_carried: false, is_partial: false },
        })),
        unknown: [],
        current_at: now,
      }),
      "timeseries.get": ({ keys }) => ({
        ...{ interval: "day", dates, lines: keys.map(lineOf), to: "2026-11-19", current_at: now },
      }),
    }),
  );
  const path = "/assets/timeseries";
  const search = chosen.map((each) => `series=${each}`).join("&");
  render(<ExploreScreen preset={assetPreset} />, { pathname: path, asPath: `${path}?${search}` });
  const name = "Alder Fund (sample)";
  const names = [`${name} on Ethereum`, `${name} on ZKsync Era`, `${name} on moor`];
  for (const each of names) {
    expect(await screen.findByRole("columnheader", { name: `Sample ${each}` })).toBeVisible();
  }
  const compared = within(await screen.findByRole("list", { name: "Compared series" }));
  expect(compared.getAllByRole("listitem").map((item) => item.textContent)).toEqual(names);
  expect(requests.map(({ filter }) => filter)).toEqual([
    { operator: "in", field: "slug", value: ["ethereum", "moor", "zksync-era"] },
  ]);
});
