import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Asset, Query } from "@/api/contract";
import { assetSheet } from "@/features/assets/assetSheet";
import {
  assetMeta,
  noNumbers,
  sampleAsset,
  sampleNetwork,
  sampleToken,
} from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, unauthorized, unavailable } from "@/testing/server";
import { DetailScreen } from "./DetailScreen";
import { useSheet } from "./useSheet";

const page = { page: 1, perPage: 50, pageCount: 1, resultCount: 1, nextCursor: null };

function Subject() {
  const state = useSheet(assetSheet, "assetSlug");
  return (
    <>
      <h1>{state.head.title}</h1>
      <DetailScreen sheet={assetSheet} state={state} />
    </>
  );
}

function show(answer: Asset | CallFailure = sampleAsset()) {
  const requests: Query[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.get": () => answer,
      "assets.meta": () => assetMeta,
      "assets.list": () => ({ results: [sampleAsset()], pagination: page }),
      "networks.list": () => ({ results: [sampleNetwork()], pagination: page }),
      "timeseries.aggregate": (request) => noNumbers(request),
      "tokens.meta": () => ({ ...assetMeta, resource: "tokens", fields: [] }),
      "tokens.list": (input) => {
        requests.push(input);
        const shown = sampleToken({ id: 2, name: "Shown", is_sample: false });
        return { results: [shown, sampleToken()], pagination: page };
      },
    }),
  );
  const route = {
    pathname: "/assets/[assetSlug]",
    asPath: "/assets/alder-fund",
    query: { assetSlug: "alder-fund" },
  };
  return { requests, ...render(<Subject />, route) };
}

describe("the page of a record", () => {
  it("takes its name from the record and says that it is fictional", async () => {
    show();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Alder fund");
    expect(
      await screen.findByRole("heading", { level: 1, name: "Alder Treasury Fund (sample)" }),
    ).toBeInTheDocument();
    expect(screen.getByText(/This asset does not exist/)).toBeInTheDocument();
  });

  it("shows each fact with its source, and what is not known as not known", async () => {
    const { user } = show();
    expect(await screen.findByText("100,000 USDC")).toBeInTheDocument();
    expect(screen.getAllByText("Not disclosed")).not.toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Source of Ticker" }));
    const source = screen.getByRole("dialog", { name: "Source of Ticker" });
    expect(within(source).getByText("What symbol says.")).toBeInTheDocument();
    expect(within(source).getByText("CC0-1.0")).toBeInTheDocument();
    expect(within(source).getByText("symbol")).toBeInTheDocument();
  });

  it("leads from each of its numbers to where that comes from", async () => {
    const { user } = show();
    const fee = await screen.findByRole("button", { name: /^Explain, Management fee of Alder/ });
    expect(fee).toHaveTextContent("0.20%");
    await user.click(fee);
    expect(fee).toHaveAttribute("aria-pressed", "true");
  });

  it("leads from a feeder fund to its master fund, and from that one to its feeder funds", async () => {
    const feeder = { master_id: 7, master_slug: "alder-master", master_name: "Alder Master" };
    const { unmount } = show(sampleAsset(feeder));
    const master = await screen.findByRole("link", { name: "Alder Master" });
    expect(master).toHaveAttribute("href", "/assets/alder-master");
    expect(screen.queryByRole("tab", { name: /Feeder funds/ })).not.toBeInTheDocument();
    unmount();
    show(sampleAsset({ feeder_count: 2 }));
    const feeders = await screen.findByRole("link", { name: "2 funds" });
    expect(feeders).toHaveAttribute("href", "/assets?filter=master_slug:is:alder-fund");
    expect(screen.getByRole("tab", { name: "Feeder funds 2" })).toBeInTheDocument();
    expect(screen.queryByText("Feeder of")).not.toBeInTheDocument();
  });

  it("lists its tokens with explorer and address", async () => {
    const { user, requests } = show();
    await user.click(await screen.findByRole("tab", { name: "Tokens 1" }));
    expect(await screen.findAllByRole("button", { name: "Copy token address" })).toHaveLength(2);
    // The other one is fictional and in no explorer.
    const explorer = await screen.findByRole("link", { name: /in Harbour Scan/ });
    expect(explorer).toHaveAttribute(
      "href",
      "https://scan.example.org/address/0x1111111111111111111111111111111111111111",
    );
    expect(explorer).toHaveAttribute("rel", expect.stringContaining("noopener"));
    expect(requests[0]?.filter).toEqual({
      operator: "equals",
      field: "asset_slug",
      value: "alder-fund",
    });
  });

  it("keeps its provenance under a tab", async () => {
    const { user } = show();
    await user.click(await screen.findByRole("tab", { name: "Provenance" }));
    expect(screen.getByText("Generated sample data, no source")).toBeInTheDocument();
    expect(screen.getByText("18 Nov 2026")).toBeInTheDocument();
  });

  it("shows hostile text as text", async () => {
    show(
      sampleAsset({ description: "<img src=x onerror=alert(1)>", website: "javascript:alert(1)" }),
    );
    expect(await screen.findByText("<img src=x onerror=alert(1)>")).toBeInTheDocument();
    expect(document.querySelector("main img, [href^='javascript']")).toBeNull();
  });

  it("names what sounds alike when nothing has the address", async () => {
    show(new CallFailure("NOT_FOUND", 404));
    expect(await screen.findByText("Asset not found")).toBeInTheDocument();
    const nearest = await screen.findByRole("link", { name: sampleAsset().name });
    expect(nearest).toHaveAttribute("href", `/assets/${sampleAsset().slug}`);
    expect(screen.getByRole("link", { name: "Asset search" })).toHaveAttribute("href", "/assets");
  });

  it("says when the catalog does not answer", async () => {
    show(unavailable);
    expect(await screen.findByText("Asset could not be loaded")).toBeInTheDocument();
  });
});
