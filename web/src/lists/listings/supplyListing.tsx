import type { SupplyAdjustment } from "@/api/contract";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { NetworkCell, PlaceAddress, Words } from "@/records/cells";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";

const { choice, named, words } = columnsFor<SupplyAdjustment>();

/** Addresses whose balance is no part of the supply that circulates. */
export const supplyListing: Listing<SupplyAdjustment> = {
  resource: resourceOf("supply_adjustments"),
  label: "Supply adjustments",
  search: { id: "address", fields: ["address"] },
  searchLabel: "Address",
  sort: { column: "network_name", direction: "ascending" },
  filters: ["network_slug", "kind"],
  columns: [
    {
      id: "address",
      header: "Address",
      kind: "text",
      cell: (row) => <PlaceAddress row={row} what="address" tabIndex={-1} />,
    },
    choice("kind", "Reason"),
    {
      id: "network_name",
      header: "Network",
      kind: "text",
      fields: ["network_slug", "network_name"],
      isNeverEmpty: true,
      cell: (row) => <NetworkCell slug={row.network_slug} name={row.network_name} />,
    },
    named("escrow_of_name", "Escrow of"),
    words("source", "Source", { width: 320 }),
  ],
  cards: {
    title: (row) => <PlaceAddress row={row} what="address" />,
    value: (row) => choiceLabel(row.kind),
    change: (row) => <Words>{row.network_name}</Words>,
    pairs: ["escrow_of_name"],
  },
  coverage: "The balances of these addresses are excluded from circulating supply.",
  empty: { title: "No adjustments", text: "All balances are included in the supply." },
};
