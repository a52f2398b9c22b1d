import type { Asset } from "@/api/contract";
import { Monogram } from "@/components/ui/marks/Monogram";
import { Count, DateText } from "@/components/ui/text/Figure";
import { assetAddress } from "@/lib/address/addresses";
import { classColour } from "@/lib/classColour";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { Choice, NetworksCell, RecordName, Words, YesNo } from "@/records/cells";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";
import { NumberCell } from "../numbers/NumberCell";
import { listNumbers, valuesKnown } from "../numbers/numbers";
import { assetNumberColumns } from "./assetNumberColumns";

const { series } = columnsFor<Asset>();

export const assetListing: Listing<Asset> = {
  resource: resourceOf("assets"),
  label: "Assets",
  search: { id: "name", fields: ["name", "symbol", "slug"] },
  searchLabel: "Name or ticker",
  sort: { column: "value", direction: "descending" },
  fallbackSort: { column: "name", direction: "ascending" },
  filters: [
    "asset_class_slug",
    "network_slugs",
    "platform_slug",
    "issuer_name",
    "manager_name",
    "country_code",
    "status",
    "tokenization_types",
    "is_yield_bearing",
    "kyc_required",
    "is_sample",
  ],
  href: (row) => assetAddress(row.slug),
  numbers: listNumbers("assets"),
  columns: [
    {
      id: "name",
      header: "Asset",
      kind: "text",
      fields: ["name", "symbol"],
      cell: (row) => <RecordName row={row} symbol={row.symbol} classSlug={row.asset_class_slug} />,
    },
    {
      id: "asset_class_name",
      header: "Class",
      kind: "text",
      fields: ["asset_class_slug", "asset_class_name"],
      cell: (row) => row.asset_class_name,
    },
    series("value", "Value", "money", "US$ m"),
    series("change_30d", "30d", "change"),
    series("holders", "Holders", "number"),
    {
      id: "network_slugs",
      header: "Networks",
      kind: "text",
      isNeverEmpty: true,
      cell: (row) => <NetworksCell slugs={row.network_slugs} tokens={row.token_count} />,
    },
    {
      id: "token_count",
      header: "Tokens",
      kind: "number",
      cell: (row) => <Count value={row.token_count} full />,
    },
    {
      id: "platform_name",
      header: "Platform",
      kind: "text",
      fields: ["platform_slug", "platform_name"],
      cell: (row) => <Words>{row.platform_name}</Words>,
    },
    {
      id: "issuer_name",
      header: "Issuer",
      kind: "text",
      fields: ["issuer_slug", "issuer_name"],
      cell: (row) => <Words>{row.issuer_name}</Words>,
    },
    {
      id: "country_name",
      header: "Domicile",
      kind: "text",
      fields: ["country_code", "country_name"],
      cell: (row) => <Words>{row.country_name}</Words>,
    },
    { id: "status", header: "Status", kind: "state", cell: (row) => <Choice>{row.status}</Choice> },
    {
      id: "inception_on",
      header: "Inception date",
      kind: "date",
      defaultHidden: true,
      cell: (row) => <DateText value={row.inception_on} reason={notDisclosed} />,
    },
    {
      id: "is_yield_bearing",
      header: "Yield-bearing",
      kind: "state",
      defaultHidden: true,
      cell: (row) => <YesNo value={row.is_yield_bearing} />,
    },
    ...assetNumberColumns,
  ],
  cards: {
    lead: (row) => (
      <Monogram
        id={row.slug}
        name={row.symbol ?? row.name}
        colour={classColour(row.asset_class_slug)}
      />
    ),
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => [row.symbol, row.is_sample && "Sample"].filter(Boolean).join(" · "),
    value: (row) => <NumberCell row={row} column="value" kind="money" />,
    pairs: ["asset_class_name", "network_slugs", "platform_name", "status"],
  },
  coverage: valuesKnown,
  empty: {
    title: "No assets yet",
    text: "Records appear after the first import of the catalog.",
  },
};
