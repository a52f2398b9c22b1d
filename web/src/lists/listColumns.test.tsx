import { render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Asset } from "@/api/contract";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { Points } from "@/records/cells";
import { assetMeta, sampleAsset, sampleNetwork } from "@/testing/catalogFixtures";
import { render as renderPage } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { listColumns } from "./listColumns";
import type { CatalogColumn } from "./listing";
import { assetListing } from "./listings/assetListing";
import { networkListing } from "./listings/networkListing";

const fee: CatalogColumn<Asset> = {
  id: "management_fee_bps",
  header: "Fee",
  kind: "share",
  cell: (row) => <Points value={row.management_fee_bps} />,
};

function show(row: Asset, of?: "assets") {
  const [column] = listColumns([fee], assetMeta, undefined, of);
  return render(column?.cell(row));
}

describe("a number of the catalog in a list", () => {
  it("leads to where it comes from, without a stop of its own for the Tab key", async () => {
    show(sampleAsset(), "assets");
    const button = screen.getByRole("button", { name: "0.20%" });
    expect(button).toHaveAttribute("tabindex", "-1");
    await userEvent.setup().click(button);
    expect(button).toHaveAttribute("aria-pressed", "true");
  });

  it("links the number of networks of a record, and no zero", async () => {
    const pagination = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "networks.list": () => ({ results: [], pagination }),
      }),
    );
    const columns = listColumns(assetListing.columns, assetMeta, undefined, "assets");
    const networks = columns.find(({ id }) => id === "network_slugs");
    const cell = (slugs: string[]) => networks?.cell(sampleAsset({ network_slugs: slugs }));
    const { user } = renderPage(
      <>
        {cell(["harbour-chain", "mole-chain"])}
        {cell([])}
      </>,
    );
    expect(screen.getByText("Off-Chain").closest("button")).toBeNull();
    await user.click(screen.getByRole("button", { name: /harbour-chain, mole-chain/ }));
    const shown = renderHook(() => useOpenExplanation()).result;
    expect(shown.current).toMatchObject({ kind: "fact", of: "assets", field: "network_slugs" });
  });

  it("leads there from the head of a card too, by keys and with its name", () => {
    render(networkListing.cards.value(sampleNetwork()));
    const button = screen.getByRole("button", {
      name: /^Explain, Assets of Harbour Chain \(sample\), 12/,
    });
    expect(button).not.toHaveAttribute("tabindex");
  });

  it("stays as it is where it is not known, or no record of the catalog", () => {
    show(sampleAsset({ management_fee_bps: null }), "assets");
    expect(screen.getByText("Not disclosed")).toBeInTheDocument();
    show(sampleAsset());
    expect(screen.queryByRole("button")).toBeNull();
  });
});
