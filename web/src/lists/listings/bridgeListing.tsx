import type { Bridge } from "@/api/contract";
import { Pill } from "@/components/ui/marks/Pill";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Count, DateText, Figure } from "@/components/ui/text/Figure";
import { formatCountFull, formatPercent } from "@/lib/format";
import { offChain } from "@/lib/format/offChain";
import { withThresholds } from "@/lib/format/thresholds";
import { Choice, NetworkCell, PlaceAddress } from "@/records/cells";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";

type Row = { row: Bridge };

const { words } = columnsFor<Bridge>();

/** Locked less minted, and as a part of the larger amount. */
function Difference({ row: { locked_amount: locked, minted_amount: minted } }: Row) {
  const difference = locked - minted;
  if (difference === 0) return <Count value={0} full />;
  const sign = difference > 0 ? "+" : "\u2212";
  const part = formatPercent(Math.abs(difference) / Math.max(locked, minted), 2);
  const text = `${sign}${formatCountFull(Math.abs(difference))} (${part})`;
  return <Figure text={text} exact={String(difference)} />;
}

function Reconciled({ row }: Row) {
  if (row.is_reconciled) return <Pill tone="positive">Reconciled</Pill>;
  return <Pill tone="warning">Not reconciled</Pill>;
}

/** Pairs of tokens that a bridge connects, with the amounts on both sides. */
export const bridgeListing: Listing<Bridge> = {
  resource: resourceOf("bridges"),
  label: "Bridge pairs",
  search: { id: "name", fields: ["name", "bridge_name"] },
  searchLabel: "Name or bridge",
  sort: { column: "name", direction: "ascending" },
  filters: ["bridge_name", "bridge_type", "is_reconciled", "reported_on", "is_sample"],
  columns: [
    {
      id: "name",
      header: "Bridge",
      kind: "text",
      fields: ["name", "bridge_name"],
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate">{row.bridge_name}</bdi>
          {row.is_sample && <SampleTag />}
        </span>
      ),
    },
    {
      id: "bridge_type",
      header: "Type",
      kind: "state",
      cell: (row) => <Choice>{row.bridge_type}</Choice>,
    },
    {
      id: "source_network_name",
      header: "From",
      kind: "text",
      fields: ["source_network_slug", "source_network_name", "source_token_slug"],
      isNeverEmpty: true,
      cell: (row) => <NetworkCell slug={row.source_network_slug} name={row.source_network_name} />,
    },
    {
      id: "target_network_name",
      header: "To",
      kind: "text",
      fields: ["target_network_slug", "target_network_name", "target_token_slug"],
      isNeverEmpty: true,
      cell: (row) => <NetworkCell slug={row.target_network_slug} name={row.target_network_name} />,
    },
    {
      id: "locked_amount",
      header: "Locked or burned",
      unit: "units",
      kind: "number",
      cell: (row) => <Count value={row.locked_amount} full />,
    },
    {
      id: "minted_amount",
      header: "Minted",
      unit: "units",
      kind: "number",
      cell: (row) => <Count value={row.minted_amount} full />,
    },
    {
      id: "difference",
      header: "Difference",
      unit: "units",
      kind: "number",
      fields: [],
      cell: (row) => <Difference row={row} />,
    },
    {
      id: "is_reconciled",
      header: "State",
      kind: "state",
      cell: (row) => <Reconciled row={row} />,
    },
    {
      id: "reported_on",
      header: "As of",
      kind: "date",
      cell: (row) => <DateText value={row.reported_on} />,
    },
    {
      id: "escrow_address",
      header: "Escrow",
      kind: "text",
      width: 168,
      defaultHidden: true,
      cell: (row) => (
        <PlaceAddress
          row={{ ...row, address: row.escrow_address, network_slug: row.source_network_slug }}
          what="escrow address"
          tabIndex={-1}
        />
      ),
    },
    words("note", "Note", { width: 280 }),
    words("source", "Source", { width: 200 }),
  ],
  cards: {
    title: (row) => <bdi>{row.bridge_name}</bdi>,
    subtitle: (row) =>
      [
        `${row.source_network_name ?? offChain} to ${row.target_network_name ?? offChain}`,
        row.is_sample && "Sample",
      ]
        .filter(Boolean)
        .join(" · "),
    value: (row) => <Reconciled row={row} />,
    pairs: ["bridge_type", "locked_amount", "minted_amount", "difference", "reported_on", "note"],
    longPairs: true,
  },
  coverage: withThresholds(
    "Amounts as stated by the source for the day. A pair is reconciled if both amounts are equal within {bridge_difference_percent}% of the larger one; amounts differ while units are in transit.",
  ),
  empty: {
    title: "No bridge pairs",
    text: "Pairs appear after an import or an entry by an administrator.",
  },
};
