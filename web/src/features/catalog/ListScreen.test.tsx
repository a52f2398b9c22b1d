import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Asset, Query } from "@/api/contract";
import { saveFile } from "@/lib/saveFile";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, unauthorized } from "@/testing/server";
import { assetListing } from "./assetListing";
import { assetMeta, sampleAsset, sampleNetwork } from "./catalogFixtures";
import { ListScreen } from "./ListScreen";

vi.mock("@/lib/saveFile", async (original) => ({
  ...(await original<typeof import("@/lib/saveFile")>()),
  saveFile: vi.fn(),
}));

function textOf(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob ?? new Blob());
  });
}

const first = sampleAsset();
const second = sampleAsset({
  id: 10002,
  slug: "birch",
  name: '=Birch "Notes" (sample)',
  symbol: "BRCH",
});

type Answer = { rows?: Asset[]; total?: number; failure?: CallFailure };

/** Answers the list and remembers what it was asked for. */
function answering({ rows = [first, second], total = rows.length, failure }: Answer = {}) {
  const asked: Query[] = [];
  const page = { page: 1, perPage: 50, pageCount: 1, resultCount: total, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": (input) => {
        asked.push(input);
        return failure ?? { results: rows, pagination: page };
      },
      "assets.meta": () => assetMeta,
      "networks.list": () => ({ results: [sampleNetwork()], pagination: page }),
    }),
  );
  return asked;
}

function show(asPath = "/assets") {
  return render(<ListScreen listing={assetListing} />, { asPath, pathname: "/assets" });
}

describe("a list of the catalog", () => {
  it("shows its rows, marks samples and leads to their pages", async () => {
    answering();
    show();
    const link = await screen.findByRole("link", { name: /Alder Treasury Fund \(sample\)/ });
    expect(link).toHaveAttribute("href", "/assets/alder-fund");
    expect(screen.getAllByText("Sample")).toHaveLength(2);
    expect(await screen.findAllByText("Harbour Chain (sample)")).not.toHaveLength(0);
  });

  it("says why a figure is not there yet", async () => {
    answering({ rows: [first] });
    show();
    await screen.findByRole("link", { name: /Alder/ });
    expect(screen.getAllByText("Comes with the time series")).toHaveLength(3);
  });

  it("asks for what the address says", async () => {
    const asked = answering({ total: 120 });
    show("/assets?filter=asset_class_slug:is:stablecoins&sort=-inception_on&page=2");
    await screen.findByRole("link", { name: /Alder/ });
    expect(asked).toEqual([
      {
        filter: { operator: "equals", field: "asset_class_slug", value: "stablecoins" },
        sort: { field: "inception_on", direction: "desc" },
        pagination: { page: 2, perPage: 50 },
      },
    ]);
    const chips = screen.getByRole("list", { name: "Filters in force" });
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
    const asked = answering();
    const { user, router } = show("/assets?filter=phase:is:moon");
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    expect(asked[0]?.filter).toBeUndefined();
    expect(router.push).toHaveBeenLastCalledWith("/assets", undefined, expect.anything());
  });

  it("tells an empty catalog from conditions that leave nothing", async () => {
    answering({ rows: [] });
    const { unmount } = show();
    expect(await screen.findByText("No assets yet")).toBeInTheDocument();
    unmount();
    show("/assets?filter=kyc_required:is:true");
    expect(await screen.findByText("No assets match")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Clear filters" })).toBeInTheDocument();
  });

  it("says why the rows could not be loaded", async () => {
    answering({ failure: new CallFailure("BAD_REQUEST", 400) });
    show();
    expect(await screen.findByText("Assets could not be loaded")).toBeInTheDocument();
  });

  it("downloads all rows of the view, harmless to spreadsheets", async () => {
    const asked = answering();
    const { user } = show("/assets?filter=kyc_required:is:true&columns=name,management_fee_bps");
    await screen.findByRole("link", { name: /Alder/ });
    await user.click(screen.getByRole("button", { name: "CSV" }));
    await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [blob, name] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("assets.csv");
    const lines = (await textOf(blob)).split("\r\n");
    expect(lines[0]).toBe(
      "name,symbol,management_fee_bps,slug,is_sample,source,licence,retrieved_on",
    );
    expect(lines[1]).toContain("Alder Treasury Fund (sample),ALDR,20,alder-fund,true,");
    expect(lines[2]).toContain(`"'=Birch ""Notes"" (sample)"`);
    expect(asked.at(-1)?.filter).toEqual(asked[0]?.filter);
  });
});
