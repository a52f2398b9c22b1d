import type { Network } from "@/api/contract";
import { where } from "@/api/listQuery";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { NetworkBadge } from "@/components/ui/marks/NetworkBadge";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Count } from "@/components/ui/text/Figure";
import { networkAddress } from "@/lib/address/addresses";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { Words, YesNo } from "@/records/cells";
import { assetCount } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";
import { listNumbers, valuesKnown } from "../numbers/numbers";

const { series } = columnsFor<Network>();

function Name({ row }: { row: Network }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <NetworkBadge name={row.name} colour={row.badge_color} />
      {row.is_sample && <SampleTag />}
    </span>
  );
}

export const networkListing: Listing<Network> = {
  resource: resourceOf("networks"),
  label: "Networks",
  only: where("alias_of", "equals", null),
  search: { id: "name", fields: ["name", "slug", "native_symbol"] },
  searchLabel: "Name or currency",
  sort: { column: "asset_count", direction: "descending" },
  filters: ["parent_slug", "is_evm", "namespace", "native_symbol", "asset_count", "token_count"],
  href: (row) => networkAddress(row.slug),
  numbers: listNumbers("networks"),
  columns: [
    { id: "name", header: "Network", kind: "text", cell: (row) => <Name row={row} /> },
    {
      id: "asset_count",
      header: "Assets",
      kind: "number",
      cell: (row) => <Count value={row.asset_count} full />,
    },
    {
      id: "token_count",
      header: "Tokens",
      kind: "number",
      cell: (row) => <Count value={row.token_count} full />,
    },
    series("distributed_value", "Value", "money", "US$ m"),
    series("change_30d", "30d", "change"),
    series("holders", "Holders", "number"),
    series("volume_30d", "30d volume", "money", "US$ m"),
    series("stablecoin_value", "Stablecoins", "money", "US$ m"),
    {
      id: "parent_name",
      header: "Settlement layer",
      kind: "text",
      fields: ["parent_slug", "parent_name"],
      cell: (row) => <Words>{row.parent_name}</Words>,
    },
    {
      id: "native_symbol",
      header: "Native currency",
      kind: "text",
      cell: (row) => <Words>{row.native_symbol}</Words>,
    },
    { id: "is_evm", header: "EVM", kind: "state", cell: (row) => <YesNo value={row.is_evm} /> },
    {
      id: "explorer_name",
      header: "Explorer",
      kind: "text",
      fields: ["explorer_name", "explorer_url"],
      cell: (row) =>
        row.explorer_url ? (
          <OutsideLink href={row.explorer_url} tabIndex={-1}>
            {row.explorer_name ?? row.explorer_url}
          </OutsideLink>
        ) : (
          <Words>{row.explorer_name}</Words>
        ),
    },
  ],
  cards: {
    title: (row) => <Name row={row} />,
    subtitle: (row) => row.native_symbol ?? notDisclosed,
    value: assetCount("networks"),
    change: () => "assets",
    pairs: ["token_count", "distributed_value", "holders", "is_evm"],
  },
  coverage: `${valuesKnown} Value, holders and volume cover distributed tokens, excluding stablecoins, which are shown separately. Asset and token counts exclude sample data. Aliases of networks are not listed.`,
  empty: {
    title: "No networks yet",
    text: "Records appear after the first import of the catalog.",
  },
};
