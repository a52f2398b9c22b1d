import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { GetTopHoldersResponse, LatestValue } from "@/api/contract";
import { sampleAsset, sampleNetwork, sampleToken } from "@/testing/catalogFixtures";
import { cohortsAnswer } from "@/testing/holderFixtures";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, unauthorized } from "@/testing/server";
import { TopHolders } from "./TopHolders";

vi.mock("@/lib/browser/saveFile", async (original) => ({
  ...(await original<typeof import("@/lib/browser/saveFile")>()),
  saveFile: vi.fn(),
}));

const page = { page: 1, perPage: 12, pageCount: 1, resultCount: 1, nextCursor: null };

const known: GetTopHoldersResponse = {
  token_slug: "alder-fund-harbour",
  token_name: "Alder Fund (sample)",
  is_sample: true,
  date: "2026-11-19",
  share: 0.62,
  load: null,
  known_at: "2026-11-20T00:00:00.000Z",
  concentration: {
    circulating: 6000,
    known_count: 1,
    is_complete: false,
    top_1_share: 2200 / 6000,
    top_5_share: null,
    top_10_share: null,
    index_least: 1344.4,
    index_most: 3666.7,
    lack: null,
  },
  adjusted: {
    circulating: 5000,
    known_count: 1,
    is_complete: false,
    top_1_share: 0.44,
    top_5_share: null,
    top_10_share: 0.9,
    index_least: 1936,
    index_most: 5000,
    lack: null,
  },
  left_out: { contract_count: 1, contract_share: 1 / 6, dust_count: 0, dust_share: 0 },
  results: [
    {
      rank: 1,
      address: `0x${"12".repeat(20)}`,
      is_issuer: true,
      balance_raw: "4000000000",
      balance: 4000,
      share: 0.4,
      value_dollar: 4_100_000,
      address_kind: "wallet",
    },
    {
      rank: 2,
      address: `0x${"34".repeat(20)}`,
      is_issuer: false,
      balance_raw: "2200000000",
      balance: 2200,
      share: 0.22,
      value_dollar: null,
      address_kind: "bridge",
    },
  ],
};

function show(
  answer: GetTopHoldersResponse | CallFailure,
  tokens = [sampleToken()],
  latest: LatestValue[] = [],
) {
  const requests: string[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "networks.list": () => ({ results: [sampleNetwork()], pagination: page }),
      "tokens.list": () => ({ results: tokens, pagination: page }),
      "timeseries.latest": () => ({
        results: latest,
        unknown: [],
        current_at: "2026-11-20T10:00:00.000Z",
      }),
      "holders.cohorts": () => cohortsAnswer([]),
      "holders.top": ({ token_slug: slug }) => {
        requests.push(slug);
        return answer;
      },
    }),
  );
  return { requests, ...render(<TopHolders asset={sampleAsset()} />) };
}

describe("who holds most of an asset", () => {
  it("ranks addresses, names the issuer's and says what they hold together", async () => {
    show(known);
    const issuer = await screen.findByRole("row", { name: /Issuer/ });
    expect(within(issuer).getByText("40.0%")).toBeInTheDocument();
    expect(screen.getByText("Not available")).toBeInTheDocument();
    expect(screen.getByText(/of all units, at the end of/)).toHaveTextContent(
      /^The 2 largest hold .*62\.0% of all units/,
    );
  });

  it("has them as a file", async () => {
    const queries: Array<string | null> = [];
    const { user } = show(known);
    server.use(
      http.get("*/api/download/holders.top.csv", ({ request }) => {
        queries.push(new URL(request.url).searchParams.get("query"));
        return new HttpResponse("rank\r\n1\r\n2\r\n# Licence: none stated\r\n", {
          headers: { "assay-rows": "2" },
        });
      }),
    );
    const region = await screen.findByRole("region", { name: "Top holders" });
    await user.click(await within(region).findByRole("button", { name: "CSV" }));
    expect(await screen.findByText(/^2 rows downloaded/)).toBeInTheDocument();
    const query = { token_slug: sampleToken().slug, limit: 100 };
    expect(queries).toEqual([JSON.stringify(query)]);
  });

  it("says how much few of them hold, and of how many that is known", async () => {
    show(known);
    const region = await screen.findByRole("region", { name: "Concentration" });
    expect(await within(region).findByText("up to 3,667, 1 holder known")).toBeInTheDocument();
    expect(within(region).getByText("1,344")).toBeInTheDocument();
    expect(within(region).getByText("36.7")).toBeInTheDocument();
    expect(within(region).getByText("of circulating units")).toBeInTheDocument();
    expect(
      within(region).getByTitle(
        "0.366666666666667 of 6,000 circulating units: total supply minus units held by the issuer",
      ),
    ).toBeInTheDocument();
    for (const label of ["5 largest holders", "10 largest holders"]) {
      expect(within(region).getByTitle(label)).toBeInTheDocument();
    }
    expect(within(region).getAllByText("Only 1 holder is known").length).toBeGreaterThan(0);
  });

  it("names the day of the count of all holders if it is another one", async () => {
    const count: LatestValue = {
      subject_kind: "token",
      kind: "distinct",
      ...{ series_id: 1, subject_slug: "alder", subject_name: "Alder" },
      ...{ measure_slug: "holding_addresses_count", unit: "count", network_slug: null },
      ...{ source: "sample", is_sample: true, value: 1200 },
      ...{ date: "2026-11-14", age_days: 6, is_stale: false, changes: [], differing: [] },
      ...{ is_average: false, value_date: "2026-11-14", is_carried: false, is_partial: false },
    };
    show(known, undefined, [count]);
    const region = await screen.findByRole("region", { name: "Concentration" });
    const text = "up to 3,667, 1 of 1,200 (14 Nov 2026) known";
    expect(await within(region).findByText(text)).toBeInTheDocument();
  });

  it("shows the shares of five and ten, and one index where everybody is known", async () => {
    const concentration = {
      ...known.concentration,
      known_count: 12,
      is_complete: true,
      top_5_share: 0.8,
      top_10_share: 0.95,
      index_most: known.concentration.index_least,
    };
    show({ ...known, concentration });
    const region = await screen.findByRole("region", { name: "Concentration" });
    expect(await within(region).findByText("12 holders known")).toBeInTheDocument();
    for (const figure of ["80.0", "95.0", "1,344"]) {
      expect(within(region).getByText(figure)).toBeInTheDocument();
    }
  });

  it("shows the concentration without contracts and dust beside it, and says what is left out", async () => {
    show(known);
    const region = await screen.findByRole("region", { name: "Concentration" });
    expect(await within(region).findByText("90.0")).toHaveAttribute(
      "title",
      expect.stringContaining("without 1 contract (16.7%) and 0 balances under $1 (0.0%)"),
    );
    expect(within(region).getByText("16.7% left out")).toBeInTheDocument();
    expect(await screen.findByText("Bridge")).toBeInTheDocument();
  });

  it("refuses it where it is not known which addresses are contracts", async () => {
    const none = { top_10_share: null, index_least: null, index_most: null, circulating: null };
    const adjusted = { ...known.adjusted, ...none, lack: "flags_unknown" as const };
    show({ ...known, adjusted, left_out: null });
    const region = await screen.findByRole("region", { name: "Concentration" });
    const reasons = await within(region).findAllByText("Contracts among holders not known");
    expect(reasons.length).toBeGreaterThan(1);
    expect(within(region).getByText("36.7")).toBeInTheDocument();
  });

  it.each([
    ["issuer_unknown", "Issuer holdings not available"],
    ["nothing_circulates", "No units in circulation"],
  ] as const)("says why there is no share: %s", async (lack, reason) => {
    const none = { top_1_share: null, index_least: null, index_most: null };
    show({ ...known, concentration: { ...known.concentration, ...none, lack } });
    const region = await screen.findByRole("region", { name: "Concentration" });
    expect((await within(region).findAllByText(reason)).length).toBeGreaterThan(3);
  });

  it("leads from each number to the balances that it is made of", async () => {
    const { user } = show(known);
    const issuer = await screen.findByRole("row", { name: /Issuer/ });
    const balance = within(issuer).getByRole("button", { name: /^Explain, Balance of holder 1/ });
    expect(within(issuer).getAllByRole("button", { name: /^Explain/ })).toHaveLength(3);
    await user.click(balance);
    expect(balance).toHaveAttribute("aria-pressed", "true");
    const region = screen.getByRole("region", { name: "Concentration" });
    const index = await within(region).findByRole("button", { name: /^Explain, Concentration/ });
    await user.click(index);
    expect(index).toHaveAttribute("aria-pressed", "true");
    expect(balance).toHaveAttribute("aria-pressed", "false");
    const together = screen.getByRole("button", { name: /^Explain, 2 largest holders, 62\.0%/ });
    await user.click(together);
    expect(together).toHaveAttribute("aria-pressed", "true");
  });

  it("tells one token from another", async () => {
    const other = sampleToken({ id: 9, slug: "alder-2", network_name: "Orchard (sample)" });
    const { requests, user } = show(known, [sampleToken(), other]);
    await user.click(await screen.findByRole("tab", { name: /Orchard/ }));
    await vi.waitFor(() => expect(requests.at(-1)).toBe("alder-2"));
  });

  it("says that no holder is known", async () => {
    show(new CallFailure("NOT_FOUND", 404, "token_unknown"));
    expect(await screen.findByText("No holder data")).toBeInTheDocument();
  });
});
