import type { Asset } from "@/api/contract";
import { NoFigure } from "@/components/ui/text/Figure";
import {
  simpleWeekYield,
  simpleYield,
  simpleYieldField,
  yieldConventions,
} from "@/lib/format/yieldConventions";
import { columnsFor } from "../columnsFor";
import type { CatalogColumn } from "../listing";
import { NumberCell } from "../numbers/NumberCell";

type AssetColumn = CatalogColumn<Asset>;

const { series } = columnsFor<Asset>();

function yieldOver(id: string, header: string): AssetColumn {
  return { ...series(id, header, "share"), ...simpleYield, numberField: simpleYieldField(id) };
}

function returnOver(id: string, header: string, period: string): AssetColumn {
  const column = series(id, header, "rate");
  return { ...column, description: `Over ${period}, ${yieldConventions.returns}` };
}

function percent(convention: string) {
  return { description: `Percent ${convention}` };
}

const offPeg: AssetColumn = {
  ...series("off_peg", "Peg deviation", "rate"),
  // The value of one unit of another currency is no price of the coin.
  cell: (row) =>
    row.peg_currency === "USD" ? (
      <NumberCell row={row} column="off_peg" kind="rate" />
    ) : (
      <NoFigure reason="Not pegged to the dollar" />
    ),
};

const premium: AssetColumn = {
  ...series("premium", "Premium to underlying", "rate"),
  description: "On the last day with a close of the underlying, at daily prices",
};

const netFlow: AssetColumn = {
  ...series("net_flow_30d", "30d net flow", "money", "US$ m"),
  cell: (row) => (
    <NumberCell
      row={row}
      column="net_flow_30d"
      kind="money"
      reason="Mints and burns are not both available for the 30 days"
    />
  ),
};

/** Numbers of assets that a list shows once they are chosen, and the pages of some classes from the start. */
export const assetNumberColumns: ReadonlyArray<AssetColumn> = [
  series("change_7d", "7d", "change"),
  series("price", "Price", "price"),
  offPeg,
  series("nav", "NAV", "price"),
  series("underlying", "Underlying price", "price"),
  premium,
  series("premium_to_nav", "Premium to NAV", "rate"),
  { ...yieldOver("yield_7d", "7d yield"), ...simpleWeekYield },
  yieldOver("yield_30d", "30d yield"),
  { ...series("yield_to_maturity", "YTM", "share"), ...percent(yieldConventions.toMaturity) },
  returnOver("return_30d", "30d return", "30 days"),
  returnOver("return_1y", "1y return", "365 days"),
  returnOver("return_12m", "12m return", "12 months, of monthly valuations"),
  { ...series("rental_yield", "Rental yield", "share"), ...percent(yieldConventions.rental) },
  series("loan_to_value", "LTV", "share"),
  series("occupancy", "Occupancy", "share"),
  series("volume_30d", "30d volume", "money", "US$ m"),
  netFlow,
  series("supply", "Supply", "number"),
].map((column) => ({ ...column, defaultHidden: true }));
