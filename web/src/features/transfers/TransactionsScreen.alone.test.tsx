import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Query, ResourceMeta, Transaction } from "@/api/contract";
import { where } from "@/api/listQuery";
import { saveFile } from "@/lib/browser/saveFile";
import { RecordTransactions } from "@/lists/related/RecordTransactions";
import { fieldMeta, sampleNetwork } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized, unavailable } from "@/testing/server";
import { sampleTransfer } from "@/testing/transfers";
import { liveEveryMs } from "./LiveTail";
import { TransactionsScreen } from "./TransactionsScreen";

vi.mock("@/lib/browser/saveFile", async (original) => ({
  ...(await original<typeof import("@/lib/browser/saveFile")>()),
  saveFile: vi.fn(),
}));

const meta: ResourceMeta = {
  resource: "transactions",
  key: "id",
  defaultSort: { field: "happened_at", direction: "desc" },
  referencedBy: [],
  fields: [
    fieldMeta("happened_at", "instant", { sortable: true }),
    fieldMeta("kind", "enum", {
      validValues: [
        { value: "mint", label: "Mint", meaning: "" },
        { value: "burn", label: "Burn", meaning: "" },
      ],
    }),
    fieldMeta("network_slug", "text"),
    fieldMeta("asset_name", "text"),
    fieldMeta("value_dollar", "decimal", { sortable: true, unit: "usd" }),
    fieldMeta("is_sample", "bool"),
  ],
};

function answering(rows: Transaction[] | "broken") {
  const requests: Query[] = [];
  const page = { page: 1, perPage: 50, pageCount: 3, resultCount: 120, nextCursor: "further" };
  const whole = { ...page, resultCount: 1, pageCount: 1, nextCursor: null };
  const currentAt = "2026-11-20T01:00:00.000Z";
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "transactions.meta": () => meta,
      "transactions.list": (input) => {
        requests.push(input);
        if (rows === "broken") return unavailable;
        if (rows.length === 0) {
          return { results: [], pagination: { ...whole, resultCount: 0 }, current_at: currentAt };
        }
        const pagination = input.pagination?.perPage === 1000 ? whole : page;
        const at = input.pagination?.cursor ? { page: 2 } : {};
        return { results: rows, pagination: { ...pagination, ...at }, current_at: currentAt };
      },
      "networks.list": () => ({ results: [sampleNetwork()], pagination: whole }),
      "assetClasses.list": () => ({ results: [], pagination: whole }),
    }),
  );
  return requests;
}

function show(asPath = "/transactions", rows: Transaction[] | "broken" = [sampleTransfer()]) {
  const requests = answering(rows);
  return { requests, ...render(<TransactionsScreen />, { asPath, pathname: "/transactions" }) };
}

beforeEach(() => vi.mocked(saveFile).mockClear());
afterEach(() => vi.useRealTimers());

describe("the transactions", () => {
  it("shows a mint with its recipient, and that it is a sample", async () => {
    const { requests } = show();
    const row = await screen.findByRole("row", { name: /Alder Fund \(sample\)/ });
    expect(within(row).getByText("Sample")).toBeInTheDocument();
    expect(within(row).getByText("Mint")).toBeInTheDocument();
    expect(within(row).getByText("1,250")).toBeInTheDocument();
    expect(within(row).getByText("Minted")).toBeInTheDocument();
    expect(await within(row).findByText("Harbour Chain (sample)")).toBeInTheDocument();
    expect(requests[0]?.sort).toEqual({ field: "happened_at", direction: "desc" });
  });

  it("leads from its amount and its value to the load that it came with", async () => {
    const { user } = show("/transactions", [
      sampleTransfer(),
      sampleTransfer({ id: 8, value_dollar: null }),
    ]);
    const [first, second] = await screen.findAllByRole("row", { name: /Alder Fund \(sample\)/ });
    const [amount, value] = within(first ?? document.body).getAllByTitle("Explain");
    await user.click(amount ?? document.body);
    expect(amount).toHaveAttribute("aria-pressed", "true");
    await user.click(value ?? document.body);
    expect(value).toHaveAttribute("aria-pressed", "true");
    expect(amount).toHaveAttribute("aria-pressed", "false");
    // A missing value has no explanation.
    expect(within(second ?? document.body).getAllByTitle("Explain")).toHaveLength(1);
  });

  it("goes forward by cursor and back by number", async () => {
    const first = show();
    await screen.findByRole("row", { name: /Alder/ });
    await first.user.click(screen.getByRole("button", { name: "Next" }));
    const shallow = expect.objectContaining({ shallow: true });
    expect(first.router.push).toHaveBeenLastCalledWith(
      "/transactions?after=further",
      undefined,
      shallow,
    );
    first.unmount();
    const second = show("/transactions?after=further");
    await screen.findByRole("row", { name: /Alder/ });
    expect(second.requests[0]?.pagination).toEqual({ cursor: "further", perPage: 50 });
    await second.user.click(screen.getByRole("button", { name: "Previous" }));
    expect(second.router.push).toHaveBeenLastCalledWith("/transactions", undefined, shallow);
  });

  it("lets the newest come by themselves where its address says so", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const rows = [sampleTransfer()];
    const { requests, user, router } = show("/transactions?live=1", rows);
    await screen.findByRole("row", { name: /Alder/ });
    rows.unshift(sampleTransfer({ id: 9, asset_name: "Birch Fund (sample)" }));
    await act(() => vi.advanceTimersByTimeAsync(liveEveryMs));
    expect(await screen.findByRole("row", { name: /Birch/ })).toBeVisible();
    const arrival = screen.getByText("1 new");
    expect(arrival).toHaveAttribute("role", "status");
    expect(arrival).toHaveTextContent(/^1 new at \d\d:\d\d UTC$/);
    expect(requests).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Live", pressed: true }));
    expect(vi.mocked(router.push).mock.lastCall?.[0]).toBe("/transactions");
    await act(() => vi.advanceTimersByTimeAsync(2 * liveEveryMs));
    expect(requests).toHaveLength(2);
  });

  it("counts as new only what it cannot have held before", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const rows = [sampleTransfer(), sampleTransfer({ id: 6 })];
    const next = (...ids: number[]) => {
      rows.splice(0, rows.length, ...ids.map((id) => sampleTransfer({ id })));
      return act(() => vi.advanceTimersByTimeAsync(liveEveryMs));
    };
    show("/transactions?live=1&sort=-happened_at", rows);
    await screen.findAllByRole("row", { name: /Alder/ });
    await next(6, 5);
    expect(screen.queryByText(/\d new$/)).toBeNull();
    await next(9, 8, 6);
    expect(await screen.findByText("2 new")).toBeInTheDocument();
    await next(12, 11, 10);
    expect(await screen.findByText("3+ new")).toBeInTheDocument();
  });

  it("keeps its rows while the newest cannot be had", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show("/transactions?live=1");
    await screen.findByRole("row", { name: /Alder/ });
    answering("broken");
    await act(() => vi.advanceTimersByTimeAsync(liveEveryMs + 30_000));
    expect(await screen.findByText("No response")).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /Alder/ })).toBeVisible();
  });

  it.each(["?after=further&live=1", "?sort=value_dollar&live=1"])(
    "does not follow what stands elsewhere: %s",
    async (search) => {
      show(`/transactions${search}`);
      await screen.findByRole("row", { name: /Alder/ });
      expect(screen.getByRole("button", { name: "Live", pressed: false })).toBeDisabled();
    },
  );

  it("asks for what the address says, with networks by name", async () => {
    const { requests } = show(
      "/transactions?filter=kind:is:burn&filter=network_slug:is:harbour-chain",
    );
    const chips = await screen.findByRole("list", { name: "Active filters" });
    expect(await within(chips).findByText("Harbour Chain (sample)")).toBeInTheDocument();
    await screen.findByRole("row", { name: /Alder/ });
    expect(requests[0]?.filter).toEqual({
      operator: "and",
      filters: [
        { operator: "equals", field: "kind", value: "burn" },
        { operator: "equals", field: "network_slug", value: "harbour-chain" },
      ],
    });
  });

  it("downloads the rows of the view with where they stand on their network", async () => {
    const requests: URLSearchParams[] = [];
    server.use(
      http.get("*/api/download/transactions.csv", ({ request }) => {
        requests.push(new URL(request.url).searchParams);
        return new HttpResponse("id\r\n7\r\n", { headers: { "assay-rows": "1" } });
      }),
    );
    const { user } = show("/transactions?filter=kind:is:mint");
    await screen.findByRole("row", { name: /Alder/ });
    await user.click(screen.getByRole("button", { name: "CSV" }));
    await vi.waitFor(() => expect(saveFile).toHaveBeenCalled());
    const fields = requests[0]?.get("fields")?.split(",") ?? [];
    expect(fields).toEqual(expect.arrayContaining(["asset_slug", "kind", "block_number"]));
    expect(JSON.parse(requests[0]?.get("query") ?? "")).toEqual({
      filter: { operator: "equals", field: "kind", value: "mint" },
      sort: { field: "happened_at", direction: "desc" },
    });
  });

  it("says why there is none", async () => {
    show("/transactions", []);
    expect(await screen.findByText("No transactions available")).toBeInTheDocument();
  });

  it("says that they could not be loaded", async () => {
    show("/transactions", "broken");
    expect(await screen.findByText("Transactions could not be loaded")).toBeInTheDocument();
  });
});

describe("the transactions of a record", () => {
  it("are its own, the newest first, without what the page says already", async () => {
    const requests = answering([sampleTransfer()]);
    const defaultFeatures = ["enable-experimental-features"];
    server.use(http.get("*/config.json", () => HttpResponse.json({ defaultFeatures })));
    const only = where("asset_slug", "equals", "alder-fund");
    const all = "/transactions?filter=asset_slug:is:alder-fund";
    const { user } = render(<RecordTransactions only={only} without={["asset_name"]} all={all} />);
    const row = await screen.findByRole("row", { name: /Mint/ });
    expect(within(row).getByRole("rowheader")).toHaveTextContent(/UTC Sample/);
    expect(screen.queryByRole("columnheader", { name: /Asset/ })).toBeNull();
    expect(await screen.findByRole("link", { name: "Open as list" })).toHaveAttribute("href", all);
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(requests.map(({ filter, pagination }) => [filter, pagination?.cursor ?? null])).toEqual([
      [only, null],
      [only, "further"],
    ]);
  });

  it("are saved all, under the same condition", async () => {
    answering([sampleTransfer()]);
    const files: URL[] = [];
    server.use(
      http.get("*/api/download/*", ({ request }) => {
        files.push(new URL(request.url));
        return HttpResponse.text("id\r\n", { headers: { "assay-rows": "0" } });
      }),
    );
    const only = where("asset_slug", "equals", "alder-fund");
    const { user } = render(<RecordTransactions only={only} without={[]} all="/transactions" />);
    await user.click(await screen.findByRole("button", { name: "CSV" }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.pathname).toBe("/api/download/transactions.csv");
    expect(JSON.parse(files[0]?.searchParams.get("query") ?? "")).toMatchObject({ filter: only });
  });
});
