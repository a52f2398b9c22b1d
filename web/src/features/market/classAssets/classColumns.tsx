import type { Asset } from "@/api/contract";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { columnsFor } from "@/lists/columnsFor";
import type { CatalogColumn } from "@/lists/listing";
import { assetListing } from "@/lists/listings/assetListing";
import { Amount, Points, Words } from "@/records/cells";

type AssetColumn = CatalogColumn<Asset>;

const { words, named, choice, day, yesNo } = columnsFor<Asset>();

function fee(id: "management_fee_bps" | "performance_fee_bps", header: string): AssetColumn {
  return { id, header, kind: "share", cell: (row) => <Points value={row[id]} /> };
}

function least(id: "subscription_minimum" | "redemption_minimum", header: string): AssetColumn {
  return {
    id,
    header,
    kind: "number",
    cell: (row) => <Amount value={row[id]} currency={row.subscription_currency} />,
  };
}

const facts: ReadonlyArray<AssetColumn> = [
  words("peg_currency", "Peg"),
  choice("peg_mechanism", "Backing"),
  named("manager_name", "Manager"),
  fee("management_fee_bps", "Fee"),
  fee("performance_fee_bps", "Performance fee"),
  least("subscription_minimum", "Minimum"),
  least("redemption_minimum", "Minimum redemption"),
  choice("redemption_frequency", "Redemption"),
  {
    id: "investor_types",
    header: "Eligible investors",
    kind: "text",
    cell: (row) => <Words>{row.investor_types.map(choiceLabel).join(", ")}</Words>,
  },
  words("underlying_ticker", "Underlying ticker"),
  words("underlying_name", "Underlying"),
  words("unit", "Token represents"),
  words("legal_structure", "Legal structure"),
  day("matures_on", "Maturity"),
  choice("strategy", "Strategy"),
  day("appraised_on", "Last appraisal"),
  yesNo("distributes_income", "Distributes income"),
];

/** Every column that the page of a class may begin with, by id. */
export const classColumns: ReadonlyMap<string, AssetColumn> = new Map(
  [...assetListing.columns, ...facts].map((column) => [column.id, column]),
);
