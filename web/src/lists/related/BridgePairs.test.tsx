import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Bridge } from "@/api/contract";
import { where } from "@/api/listQuery";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { BridgePairs } from "./BridgePairs";

const even: Bridge = {
  id: 10_000,
  slug: "even",
  name: "Ferry, Vault Dollar",
  source_token_id: 1,
  source_token_slug: "harbour-chain:0xab",
  source_token_name: "Vault Dollar",
  target_token_id: 2,
  target_token_slug: "orchard-chain:0xcd",
  target_token_name: "Vault Dollar",
  asset_slug: "vault-dollar",
  asset_name: "Vault Dollar",
  source_network_slug: "harbour-chain",
  source_network_name: "Harbour Chain",
  target_network_slug: "orchard-chain",
  target_network_name: "Orchard Chain",
  bridge_name: "Ferry",
  bridge_type: "lock_and_mint",
  escrow_address: null,
  reported_on: "2025-09-30",
  locked_amount: 1000,
  minted_amount: 1000,
  is_reconciled: true,
  note: null,
  source: "a notice",
  licence: "CC0-1.0",
  retrieved_on: "2025-10-10",
  is_sample: false,
  updated_at: "2025-10-10T00:00:00.000Z",
  visible_to: "everybody",
  is_redistributable: true,
};
const uneven: Bridge = {
  ...even,
  id: 10_001,
  slug: "uneven",
  bridge_name: "Causeway",
  bridge_type: "burn_and_mint",
  minted_amount: 980,
  is_reconciled: false,
};

function mockBridges(results: Bridge[]) {
  const resultCount = results.length;
  const pagination = { page: 1, perPage: 25, pageCount: 1, resultCount, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "networks.list": () => ({ results: [], pagination }),
      "bridges.list": () => ({ results, pagination }),
      "bridges.meta": () => ({ resource: "bridges", fields: [] }) as never,
    }),
  );
}

const only = where("asset_slug", "equals", "vault-dollar");

it("shows both sides of each pair, the difference, and whether they reconcile", async () => {
  mockBridges([even, uneven]);
  render(<BridgePairs only={only} />);
  const first = await screen.findByRole("row", { name: /^Ferry/ });
  expect(within(first).getByText("Harbour Chain")).toBeVisible();
  expect(within(first).getByText("Orchard Chain")).toBeVisible();
  expect(within(first).getByText("Reconciled")).toBeVisible();
  const second = screen.getByRole("row", { name: /^Causeway/ });
  expect(within(second).getByText("Burn and mint")).toBeVisible();
  expect(within(second).getByText("+20 (2.00%)")).toBeVisible();
  expect(within(second).getByText("Not reconciled")).toBeVisible();
});

it("shows nothing for an asset without bridges", async () => {
  mockBridges([]);
  render(<BridgePairs only={only} />);
  await waitFor(() => expect(screen.queryByText("Bridge pairs")).toBeNull());
});
