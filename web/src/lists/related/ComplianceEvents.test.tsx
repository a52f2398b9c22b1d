import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ComplianceEvent } from "@/api/contract";
import { where } from "@/api/listQuery";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { complianceListing } from "../listings/complianceListing";
import { RelatedList } from "./RelatedList";

const hash = `0x${"ab".repeat(32)}`;
const event: ComplianceEvent = {
  id: 10_000,
  slug: "frozen",
  name: "Address frozen, Vault Dollar",
  event_type: "freeze",
  occurred_at: "2025-09-30T10:00:00.000Z",
  token_id: 7,
  token_slug: "harbour-chain:0xab",
  token_name: "Vault Dollar",
  asset_slug: "vault-dollar",
  asset_name: "Vault Dollar",
  network_slug: "harbour-chain",
  network_name: "Harbour Chain",
  transaction_hash: hash,
  address: `0x${"cd".repeat(20)}`,
  note: "On the order of a court.",
  source: "a notice",
  licence: "CC0-1.0",
  retrieved_on: "2025-10-10",
  is_sample: false,
  updated_at: "2025-10-10T00:00:00.000Z",
  visible_to: "everybody",
  is_redistributable: true,
};
const paused: ComplianceEvent = {
  ...event,
  id: 10_001,
  slug: "paused",
  name: "Transfers paused, Vault Dollar",
  event_type: "pause",
  address: null,
  transaction_hash: null,
};

it("lists events with address, transaction and source, and says what has none", async () => {
  const pagination = { page: 1, perPage: 25, pageCount: 1, resultCount: 2, nextCursor: null };
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "networks.list": () => ({ results: [], pagination }),
      "complianceEvents.list": () => ({ results: [event, paused], pagination }),
      "complianceEvents.meta": () => ({ resource: "compliance_events", fields: [] }) as never,
    }),
  );
  const only = where("asset_slug", "equals", "vault-dollar");
  render(<RelatedList listing={complianceListing} only={only} without={["asset_name"]} />);
  const frozen = await screen.findByRole("row", { name: /^Address frozen/ });
  const whole = screen.getByRole("row", { name: /^Transfers paused/ });
  expect(within(frozen).getByText("Freeze")).toBeVisible();
  expect(within(frozen).getByText("On the order of a court.")).toBeVisible();
  expect(within(frozen).getByText("a notice")).toBeVisible();
  expect(within(frozen).getByText(hash)).toBeInTheDocument();
  expect(within(whole).getByText("Pause")).toBeVisible();
  expect(within(whole).getByTitle("Concerns the whole token")).toBeVisible();
  expect(within(whole).getByTitle("No transaction stated")).toBeVisible();
});
