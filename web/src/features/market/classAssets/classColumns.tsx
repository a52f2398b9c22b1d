import type { Asset } from "@/api/contract";
import { NoFigure } from "@/components/ui/text/Figure";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { columnsFor } from "@/lists/columnsFor";
import type { CatalogColumn } from "@/lists/listing";
import { assetListing } from "@/lists/listings/assetListing";
import { NumberCell } from "@/lists/numbers/rowNumbers";
import { Amount, Points, Words } from "@/records/cells";
import type { FurtherNumber } from "./classNumbers";

type AssetColumn = CatalogColumn<Asset>;

const { series, words, named, choice, day, yesNo } = columnsFor<Asset>();

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

const numbers: Readonly<Record<FurtherNumber, AssetColumn>> = {
  change_7d: series("change_7d", "7d", "change"),
  price: series("price", "Price", "price"),
  off_peg: {
    ...series("off_peg", "Peg deviation", "rate"),
    // The value of one unit of another currency is no price of the coin.
    cell: (row) =>
      row.peg_currency === "USD" ? (
        <NumberCell row={row} column="off_peg" kind="rate" />
      ) : (
        <NoFigure reason="Not pegged to the dollar" />
      ),
  },
  nav: series("nav", "NAV", "price"),
  underlying: series("underlying", "Underlying", "price"),
  premium: series("premium", "Premium to underlying", "rate"),
  rental_yield: series("rental_yield", "Rental yield", "share"),
  loan_to_value: series("loan_to_value", "LTV", "share"),
  occupancy: series("occupancy", "Occupancy", "share"),
  yield_7d: series("yield_7d", "7d yield", "share"),
  yield_30d: series("yield_30d", "30d yield", "share"),
  yield_to_maturity: series("yield_to_maturity", "YTM", "share"),
  return_30d: series("return_30d", "30d return", "rate"),
  return_1y: series("return_1y", "1y return", "rate"),
  volume_30d: series("volume_30d", "30d volume", "money", "US$ m"),
  supply: series("supply", "Supply", "number"),
};

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
  [...assetListing.columns, ...Object.values(numbers), ...facts].map((column) => [
    column.id,
    column,
  ]),
);
