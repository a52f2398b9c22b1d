import type { ComplianceEvent } from "@/api/contract";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Address } from "@/components/ui/text/Address";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { assetAddress } from "@/lib/address/addresses";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { NetworkCell, PlaceAddress, Words } from "@/records/cells";
import { transactionIn } from "@/records/explorer";
import { resourceOf } from "@/records/resource";
import { useNetworks } from "@/records/useCatalog";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";

type Row = { row: ComplianceEvent };

const { choice, words } = columnsFor<ComplianceEvent>();

function Transaction({ row }: Row) {
  const network = useNetworks().get(row.network_slug ?? "");
  const hash = row.transaction_hash;
  if (hash === null) return <NoFigure reason="No transaction stated" />;
  // Sample records do not exist on a network, so no explorer has them.
  const explorer = network && !row.is_sample ? transactionIn(network, hash) : undefined;
  return <Address value={hash} what="transaction hash" explorer={explorer} tabIndex={-1} />;
}

function Subjected({ row }: Row) {
  if (row.address === null) return <NoFigure reason="Concerns the whole token" />;
  return <PlaceAddress row={row} what="address" tabIndex={-1} />;
}

/** Freezes, pauses, changes of roles or code, and forced transfers of tokens. */
export const complianceListing: Listing<ComplianceEvent> = {
  resource: resourceOf("compliance_events"),
  label: "Compliance events",
  search: { id: "name", fields: ["name", "asset_name", "address", "transaction_hash"] },
  searchLabel: "Event, address or hash",
  sort: { column: "occurred_at", direction: "descending" },
  href: (row) => (row.asset_slug ? assetAddress(row.asset_slug) : null),
  filters: ["event_type", "occurred_at", "network_slug", "asset_name", "is_sample"],
  columns: [
    {
      id: "name",
      header: "Event",
      kind: "text",
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate">{row.name}</bdi>
          {row.is_sample && <SampleTag />}
        </span>
      ),
    },
    {
      id: "occurred_at",
      header: "Time",
      kind: "date",
      cell: (row) => <DateText value={row.occurred_at} time />,
    },
    choice("event_type", "Type"),
    {
      id: "asset_name",
      header: "Asset",
      kind: "text",
      fields: ["asset_slug", "asset_name"],
      isNeverEmpty: true,
      cell: (row) => <Words>{row.asset_name ?? row.token_name}</Words>,
    },
    {
      id: "network_name",
      header: "Network",
      kind: "text",
      fields: ["network_slug", "network_name", "token_slug"],
      isNeverEmpty: true,
      cell: (row) => <NetworkCell slug={row.network_slug} name={row.network_name} />,
    },
    {
      id: "address",
      header: "Address",
      kind: "text",
      width: 168,
      cell: (row) => <Subjected row={row} />,
    },
    {
      id: "transaction_hash",
      header: "Transaction",
      kind: "text",
      width: 168,
      cell: (row) => <Transaction row={row} />,
    },
    words("note", "Note", { width: 280 }),
    words("source", "Source", { width: 200 }),
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) =>
      [choiceLabel(row.event_type), row.is_sample && "Sample"].filter(Boolean).join(" · "),
    value: (row) => <DateText value={row.occurred_at} />,
    pairs: ["network_name", "address", "transaction_hash", "note"],
    longPairs: true,
  },
  coverage:
    "Events as stated by their sources. An asset without events may have had events that no source in the catalog reports.",
  empty: {
    title: "No compliance events",
    text: "Freezes, pauses, role changes, upgrades and forced transfers appear after an import or an entry by an administrator.",
  },
};
