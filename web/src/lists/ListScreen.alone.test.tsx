import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Asset, Query } from "@/api/contract";
import { saveFile } from "@/lib/browser/saveFile";
import { assetMeta, noNumbers, sampleAsset, sampleNetwork } from "@/testing/catalogFixtures";
import { textOf } from "@/testing/files";
import { render } from "@/testing/render";
import {
  beyondPlan,
  CallFailure,
  procedures,
  server,
  unauthorized,
  unavailable,
} from "@/testing/server";
import { ListScreen } from "./ListScreen";
import { assetListing } from "./listings/assetListing";

vi.mock("@/lib/browser/saveFile", async (original) => ({
  ...(await original<typeof import("@/lib/browser/saveFile")>()),
  saveFile: vi.fn(),
}));

const first = sampleAsset();
const second = sampleAsset({
  id: 10002,
  slug: "birch",
  name: '=Birch "Notes" (sample)',
  symbol: "BRCH",
});

type Answer = {
  rows?: Asset[];
  total?: number;
  failure?: CallFailure;
  /** The sort of the requests that fail; all of them by default. */
  failsBy?: string;
  hasSample?: boolean;
  /** The slugs of the rows with numbers. */
  numbered?: ReadonlyArray<string>;
};

/** Answers the list and records its requests. */
function answering(answer: Answer = {}) {
  const {
    rows = [first, second],
    total = rows.length,
    failure,
    failsBy,
    hasSample = false,
    numbered = [],
  } = answer;
  const requests: Query[] = [];
  const page = { page: 1, perPage: 50, pageCount: 1, resultCount: total, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": (input) => {
        // Whether a row of another page has a value in a column.
        if (input.pagination?.perPage === 1) return { results: [], pagination: page };
        requests.push(input);
        const fails = failsBy === undefined || input.sort?.field === failsBy;
        return (fails && failure) || { results: rows, pagination: page };
      },
      "assets.meta": () => assetMeta,
      "networks.list": () => ({ results: [sampleNetwork()], pagination: page }),
      "timeseries.aggregate": (request) => {
        const none = noNumbers(request);
        const groups = numbered.map((key) => ({ ...none.total, key, values: [5] }));
        return { ...none, groups, total: { ...none.total, has_sample: hasSample } };
      },
    }),
  );
  return requests;
}

function show(asPath = "/assets") {
  return render(<ListScreen listing={assetListing} />, { asPath, pathname: "/assets" });
}

beforeEach(() => vi.mocked(saveFile).mockClear());

describe("a list of the catalog", () => {
  it("shows its rows, marks samples and leads to their pages", async () => {
    answering();
    show();
    const link = await screen.findByRole("link", { name: /Alder Treasury Fund \(sample\)/ });
    expect(link).toHaveAttribute("href", "/assets/alder-fund");
    expect(screen.getAllByText("Sample")).toHaveLength(2);
    expect(await screen.findAllByText("Harbour Chain (sample)")).not.toHaveLength(0);
  });

  it("says that numbers are made up, also where its rows are real", async () => {
    answering({ rows: [sampleAsset({ is_sample: false, name: "Alder" })], hasSample: true });
    show();
    await screen.findByRole("link", { name: /Alder/ });
    await waitFor(() => expect(screen.getByRole("note")).toHaveTextContent("are fictitious"));
  });

  it("opens with the largest values first", async () => {
    const requests = answering();
    show();
    await screen.findByRole("link", { name: /Alder/ });
    expect(requests[0]?.sort).toEqual({ field: "value", direction: "desc" });
  });

  it("is sorted by name, and says so, while it cannot be sorted by value", async () => {
    const requests = answering({ failure: unavailable, failsBy: "value" });
    const { user } = show();
    await screen.findByRole("link", { name: /Alder/ });
    expect(requests.at(-1)?.sort).toEqual({ field: "name", direction: "asc" });
    const notice = screen.getByText(/not sorted by value/);
    const count = requests.length;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => {
      expect(screen.getByRole("link", { name: /Alder/ }), "no row leaves meanwhile").toBeVisible();
      expect(requests.length).toBeGreaterThan(count);
    });
    expect(requests.at(-1)?.sort).toEqual({ field: "value", direction: "desc" });
    expect(notice).toBeVisible();
  });

  it("is sorted by name where a plan does not include the values, and names the plans that do", async () => {
    answering({ failure: beyondPlan("PREMIUM_ALL_ACCESS"), failsBy: "value" });
    show();
    const note = await screen.findByText(/^Your plan includes a part of this data/);
    expect(note).toHaveTextContent("All of it is included in Premium: all access.");
    expect(screen.queryByText(/not sorted by value/)).not.toBeInTheDocument();
  });

  it("says why a figure is not there yet", async () => {
    answering({ numbered: ["birch"] });
    show();
    await screen.findByRole("link", { name: /Alder/ });
    expect(await screen.findAllByText("Not available")).toHaveLength(3);
  });

  it("asks for what the address says", async () => {
    const requests = answering({ total: 120 });
    show("/assets?filter=asset_class_slug:is:stablecoins&sort=-inception_on&page=2");
    await screen.findByRole("link", { name: /Alder/ });
    expect(requests).toEqual([
      {
        filter: { operator: "equals", field: "asset_class_slug", value: "stablecoins" },
        sort: { field: "inception_on", direction: "desc" },
        pagination: { page: 2, perPage: 50 },
      },
    ]);
    const chips = screen.getByRole("list", { name: "Active filters" });
    expect(within(chips).getByText("Stablecoins")).toBeInTheDocument();
  });

  it("writes sort, filter and page into the address and keeps the rest of it", async () => {
    answering({ total: 120 });
    const { user, router } = show("/assets?theme=dark&page=2");
    await screen.findByRole("link", { name: /Alder/ });
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(router.push).toHaveBeenLastCalledWith(
      "/assets?theme=dark&page=3",
      undefined,
      expect.objectContaining({ shallow: true }),
    );
    await user.type(screen.getByRole("searchbox", { name: "Name or ticker" }), "gold{Enter}");
    expect(router.push).toHaveBeenLastCalledWith(
      "/assets?theme=dark&filter=name%3Acontains%3Agold",
      undefined,
      expect.anything(),
    );
  });

  it("offers every field of the resource as a column and as a filter", async () => {
    answering();
    const { user } = show();
    await screen.findByRole("link", { name: /Alder/ });
    await user.click(await screen.findByRole("button", { name: /^Columns/ }));
    expect(screen.getByRole("checkbox", { name: "Management fee BPS" })).not.toBeChecked();
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Add filter" }));
    expect(screen.getByRole("option", { name: "Class" })).toBeInTheDocument();
  });

  it("says that a condition of the address had no effect", async () => {
    const requests = answering();
    const { user, router } = show("/assets?filter=phase:is:moon");
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    expect(requests[0]?.filter).toBeUndefined();
    expect(router.push).toHaveBeenLastCalledWith("/assets", undefined, expect.anything());
  });

  it("tells an empty catalog from conditions that leave nothing", async () => {
    answering({ rows: [] });
    const { unmount } = show();
    expect(await screen.findByText("No assets yet")).toBeInTheDocument();
    unmount();
    show("/assets?filter=kyc_required:is:true");
    expect(await screen.findByText("No assets match these filters")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Clear filters" })).toBeInTheDocument();
  });

  it("says why the rows could not be loaded", async () => {
    answering({ failure: new CallFailure("BAD_REQUEST", 400) });
    show();
    expect(await screen.findByText("Assets could not be loaded")).toBeInTheDocument();
  });

  it("shows as many rows as its reader wants, around the same row", async () => {
    answering({ total: 400 });
    const { user, router } = show("/assets?page=3");
    await screen.findByRole("link", { name: /Alder/ });
    await user.selectOptions(screen.getByRole("combobox", { name: "Rows per page" }), "25");
    expect(router.push).toHaveBeenCalledWith(
      "/assets?page=5&rows=25",
      undefined,
      expect.anything(),
    );
  });

  it("asks for pages of the size that its address says", async () => {
    const requests = answering({ total: 400 });
    show("/assets?rows=250");
    await screen.findByRole("link", { name: /Alder/ });
    expect(requests.at(-1)?.pagination).toEqual({ page: 1, perPage: 250 });
    expect(screen.getByRole("combobox", { name: "Rows per page" })).toHaveValue("250");
  });
});

describe("the file of a list", () => {
  const text =
    'name,slug\r\n"Alder ""Notes"",\nsecond line",alder\r\nBirch,birch\r\n# Licence: a, "b" (c)\r\n';
  const headers = {
    "assay-rows": "2",
    "content-disposition": 'attachment; filename="assets-2026-01-02.csv"',
  };

  it("downloads all rows of the view as the file of the server", async () => {
    const requests = answering();
    const files: URL[] = [];
    server.use(
      http.get("*/api/download/assets.csv", ({ request }) => {
        files.push(new URL(request.url));
        return new HttpResponse(text, { headers });
      }),
    );
    const { user } = show("/assets?filter=kyc_required:is:true&columns=name,management_fee_bps");
    await screen.findByRole("link", { name: /Alder/ });
    await user.click(screen.getByRole("button", { name: "CSV" }));
    await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [blob, name] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("assets-2026-01-02.csv");
    expect(await textOf(blob)).toBe(text);
    expect(screen.getByText("2 rows downloaded as assets-2026-01-02.csv")).toBeInTheDocument();
    const [file] = files;
    expect(file?.searchParams.get("fields")).toBe("name,symbol,management_fee_bps");
    const { filter, sort } = requests[0] ?? {};
    expect(JSON.parse(file?.searchParams.get("query") ?? "")).toEqual({ filter, sort });
  });

  it.each([
    ["Excel (XLSX)", "xlsx"],
    ["Parquet", "parquet"],
  ])("offers the same rows as %s", async (format, ending) => {
    answering();
    const files: URL[] = [];
    server.use(
      http.get(`*/api/download/assets.${ending}`, ({ request }) => {
        files.push(new URL(request.url));
        return new HttpResponse("binary\n\n\n", { headers: { "assay-rows": "2" } });
      }),
    );
    const { user } = show("/assets?columns=name");
    await screen.findByRole("link", { name: /Alder/ });
    await user.click(screen.getByRole("button", { name: "Other file formats" }));
    await user.click(await screen.findByRole("menuitem", { name: format }));
    await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(vi.mocked(saveFile).mock.calls[0]?.[1]).toBe(`assets.${ending}`);
    expect(screen.getByText(`2 rows downloaded as assets.${ending}`)).toBeInTheDocument();
    expect(files[0]?.searchParams.get("fields")).toBe("name,symbol");
    expect(files[0]?.searchParams.get("numbers")).toBeNull();
  });

  it("takes the numbers over time along that the list shows", async () => {
    answering({ numbered: [first.slug] });
    const files: URL[] = [];
    server.use(
      http.get("*/api/download/assets.csv", ({ request }) => {
        files.push(new URL(request.url));
        return new HttpResponse(text, { headers });
      }),
    );
    const { user } = show("/assets?columns=name,change_30d,holders");
    await screen.findByRole("link", { name: /Alder/ });
    await user.click(screen.getByRole("button", { name: "CSV" }));
    await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(files[0]?.searchParams.get("fields")).toBe("name,symbol,change_30d,holders");
    expect(JSON.parse(files[0]?.searchParams.get("numbers") ?? "")).toEqual({
      subject_kind: "asset",
      group_by: "asset",
      filter: null,
      columns: {
        change_30d: {
          measure: "bridged_token_value_dollar",
          only: { operator: "notEquals", field: "class_group", value: "stablecoins" },
          otherwise: "bridged_token_market_cap_dollar",
          under: null,
          since_days: 30,
          over_days: null,
          against: null,
        },
        holders: {
          measure: "holding_addresses_count",
          only: null,
          otherwise: null,
          under: null,
          since_days: null,
          over_days: null,
          against: null,
        },
      },
    });
  });

  it("has no column that the list leaves out because no row has a value", async () => {
    answering();
    const files: URL[] = [];
    server.use(
      http.get("*/api/download/assets.csv", ({ request }) => {
        files.push(new URL(request.url));
        return new HttpResponse(text, { headers });
      }),
    );
    const { user } = show("/assets?columns=name,management_fee_bps,holders");
    await screen.findByRole("link", { name: /Alder/ });
    await user.click(screen.getByRole("button", { name: "CSV" }));
    await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(files[0]?.searchParams.get("fields")).toBe("name,symbol,management_fee_bps");
  });

  it("shows how far a download is and ends it", async () => {
    answering();
    let left = false;
    server.use(
      http.get("*/api/download/assets.csv", ({ request }) => {
        request.signal.addEventListener("abort", () => {
          left = true;
        });
        const body = new ReadableStream({
          start: (stream) =>
            stream.enqueue(new TextEncoder().encode(text.slice(0, text.indexOf("Birch")))),
        });
        return new HttpResponse(body, { headers });
      }),
    );
    const { user } = show();
    await screen.findByRole("link", { name: /Alder/ });
    await user.click(screen.getByRole("button", { name: "CSV" }));
    const cancel = await screen.findByRole("button", {
      name: "Cancel the download, 1 of 2 rows",
    });
    expect(cancel).toHaveTextContent("50%");
    await user.click(cancel);
    expect(await screen.findByRole("button", { name: "CSV" })).toBeInTheDocument();
    expect(screen.getByText("Download cancelled")).toBeInTheDocument();
    expect(left).toBe(true);
    expect(saveFile).not.toHaveBeenCalled();
  });

  it.each([
    ["refused", () => HttpResponse.json(refusal, { status: 400 }), /Add a filter/],
    ["broken off", () => new HttpResponse(brokenOff(), { headers }), /connection/],
  ])("saves nothing of a file that is %s", async (_, answer, words) => {
    answering();
    server.use(http.get("*/api/download/assets.csv", answer));
    const { user } = show();
    await screen.findByRole("link", { name: /Alder/ });
    await user.click(screen.getByRole("button", { name: "CSV" }));
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "CSV" })).toBeInTheDocument();
    expect(saveFile).not.toHaveBeenCalled();
  });
});

const refusal = {
  error: {
    message: "The list has 300000 rows, and a file may have 250000",
    code: -32600,
    data: {
      code: "BAD_REQUEST",
      httpStatus: 400,
      path: "assets.list",
      reason: "download_too_large",
    },
  },
};

function brokenOff(): ReadableStream {
  return new ReadableStream({ start: (stream) => stream.error(new Error("reset")) });
}
