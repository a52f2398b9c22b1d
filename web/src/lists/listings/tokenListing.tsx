import type { Token } from "@/api/contract";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Count, NoFigure } from "@/components/ui/text/Figure";
import { assetAddress } from "@/lib/address/addresses";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { offChain } from "@/lib/format/offChain";
import { Choice, NetworkCell, shortTicker, TokenAddress, Words } from "@/records/cells";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";
import { listNumbers, valuesKnown } from "../numbers/numbers";

const { series } = columnsFor<Token>();

function Name({ row }: { row: Token }) {
  const ticker = shortTicker(row.symbol);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <bdi className="truncate">{row.name}</bdi>
      {ticker && <bdi className="flex-none font-normal text-text-3 text-xs">{ticker}</bdi>}
      {row.is_sample && <SampleTag />}
    </span>
  );
}

const powers = [
  ["is_pausable", "pause"],
  ["is_freezable", "freeze"],
  ["has_allow_list", "allow list"],
  ["is_upgradeable", "upgrade"],
] as const;

function Controls({ row }: { row: Token }) {
  const known = powers.filter(([field]) => row[field] !== null);
  if (known.length === 0) return <NoFigure reason={notDisclosed} />;
  const held = known.filter(([field]) => row[field]).map(([, word]) => word);
  return held.length > 0 ? held.join(", ") : "None";
}

function BridgedFrom({ row: { bridged_from: from } }: { row: Token }) {
  if (from === null) return <NoFigure reason="No bridge stated" />;
  return <NetworkCell slug={from} name={null} />;
}

export const tokenListing: Listing<Token> = {
  resource: resourceOf("tokens"),
  label: "Tokens",
  search: { id: "name", fields: ["name", "symbol", "address"] },
  searchLabel: "Name, symbol or address",
  sort: { column: "name", direction: "ascending" },
  filters: [
    "network_slug",
    "asset_name",
    "token_type",
    "tokenization_type",
    "standard",
    "platform_slug",
    "asset_class_slug",
    "is_pausable",
    "is_freezable",
    "has_allow_list",
    "is_sample",
  ],
  numbers: listNumbers("tokens"),
  href: (row) => (row.asset_slug ? assetAddress(row.asset_slug) : null),
  columns: [
    {
      id: "name",
      header: "Token",
      kind: "text",
      fields: ["name", "symbol"],
      cell: (row) => <Name row={row} />,
    },
    {
      id: "network_name",
      header: "Network",
      kind: "text",
      fields: ["network_slug", "network_name"],
      isNeverEmpty: true,
      cell: (row) => <NetworkCell slug={row.network_slug} name={row.network_name} />,
    },
    {
      id: "bridged_from",
      header: "Bridged from",
      kind: "text",
      cell: (row) => <BridgedFrom row={row} />,
    },
    {
      id: "address",
      header: "Address",
      kind: "text",
      width: 200,
      cell: (row) => <TokenAddress token={row} />,
    },
    {
      id: "tokenization_type",
      header: "Tokenization",
      kind: "state",
      cell: (row) => <Choice>{row.tokenization_type}</Choice>,
    },
    {
      id: "token_type",
      header: "Type",
      kind: "state",
      cell: (row) => <Choice>{row.token_type}</Choice>,
    },
    {
      id: "standard",
      header: "Standard",
      kind: "text",
      cell: (row) => <Words>{row.standard}</Words>,
    },
    {
      id: "decimals",
      header: "Decimals",
      kind: "number",
      cell: (row) => <Count value={row.decimals} reason={notDisclosed} full />,
    },
    series("supply", "Supply", "number"),
    series("value", "Value", "money", "US$ m"),
    series("holders", "Holders", "number"),
    {
      id: "controls",
      header: "Controls",
      kind: "text",
      fields: ["is_pausable", "is_freezable", "has_allow_list", "is_upgradeable"],
      cell: (row) => <Controls row={row} />,
    },
    {
      id: "asset_name",
      header: "Asset",
      kind: "text",
      fields: ["asset_slug", "asset_name"],
      cell: (row) => <Words>{row.asset_name}</Words>,
    },
    {
      id: "share_class",
      header: "Share class",
      kind: "text",
      defaultHidden: true,
      cell: (row) => <Words>{row.share_class}</Words>,
    },
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => [row.symbol, row.is_sample && "Sample"].filter(Boolean).join(" · "),
    // Above the card's link, which would take the press on its buttons.
    value: (row) => (
      <span className="relative z-10 font-normal">
        <TokenAddress token={row} />
      </span>
    ),
    pairs: ["network_name", "standard", "tokenization_type", "supply"],
  },
  coverage: `${valuesKnown} A token without a network is ${offChain}.`,
  empty: {
    title: "No tokens yet",
    text: "Records appear after the first import of the catalog.",
  },
};
