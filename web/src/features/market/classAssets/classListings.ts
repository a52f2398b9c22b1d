import type { Asset } from "@/api/contract";
import type { Listing } from "@/lists/listing";
import { assetListing } from "@/lists/listings/assetListing";
import { classColumns } from "./classColumns";

type Ids = ReadonlyArray<string>;

/** The list of assets that begins with these columns in this order; every other usual one can be added. */
function listingOf(ids: Ids, pairs: Ids): Listing<Asset> {
  const first = ["name", ...ids].flatMap((id) => {
    const column = classColumns.get(id);
    return column ? [{ ...column, defaultHidden: false }] : [];
  });
  const rest = assetListing.columns.filter((column) => !first.some(({ id }) => id === column.id));
  return {
    ...assetListing,
    sort: { column: "value", direction: "descending" },
    columns: [...first, ...rest.map((column) => ({ ...column, defaultHidden: true }))],
    cards: { ...assetListing.cards, pairs },
  };
}

const coins = listingOf(
  [
    ...["peg_currency", "peg_mechanism", "value", "price", "off_peg", "change_7d", "change_30d"],
    ...["holders", "volume_30d", "network_slugs", "issuer_name"],
  ],
  ["peg_currency", "price", "off_peg", "network_slugs"],
);

const treasuries = listingOf(
  [
    ...["platform_name", "manager_name", "value", "nav", "yield_7d", "yield_30d"],
    ...["management_fee_bps", "subscription_minimum", "investor_types", "redemption_frequency"],
    ...["holders", "network_slugs"],
  ],
  ["yield_7d", "management_fee_bps", "subscription_minimum", "network_slugs"],
);

const bonds = listingOf(
  [
    ...["asset_class_name", "country_name", "value", "change_30d", "yield_to_maturity"],
    ...["matures_on", "nav", "price", "holders", "network_slugs", "issuer_name"],
  ],
  ["country_name", "yield_to_maturity", "matures_on", "network_slugs"],
);

const credit = listingOf(
  [
    ...["asset_class_name", "platform_name", "manager_name", "value", "change_30d"],
    ...["yield_to_maturity", "nav", "return_30d", "management_fee_bps", "holders"],
    "network_slugs",
  ],
  ["asset_class_name", "yield_to_maturity", "nav", "platform_name"],
);

const commodities = listingOf(
  [
    ...["unit", "value", "change_30d", "price", "underlying", "premium", "holders", "volume_30d"],
    ...["redemption_minimum", "issuer_name", "country_name", "network_slugs"],
  ],
  ["unit", "price", "premium", "network_slugs"],
);

const funds = listingOf(
  [
    ...["manager_name", "strategy", "country_name", "legal_structure", "value", "nav"],
    "return_30d",
    ...["return_1y", "management_fee_bps", "performance_fee_bps", "subscription_minimum"],
    ...["investor_types", "network_slugs"],
  ],
  ["strategy", "nav", "return_1y", "subscription_minimum"],
);

const stocks = listingOf(
  [
    ...["underlying_ticker", "underlying_name", "platform_name", "value", "price", "underlying"],
    ...["premium", "return_30d", "return_1y", "holders", "volume_30d", "network_slugs"],
    "distributes_income",
  ],
  ["underlying_ticker", "price", "premium", "network_slugs"],
);

const property = listingOf(
  [
    ...["country_name", "platform_name", "value", "change_30d", "supply", "nav", "rental_yield"],
    ...["loan_to_value", "occupancy", "return_1y", "appraised_on", "holders", "network_slugs"],
  ],
  ["country_name", "rental_yield", "occupancy", "network_slugs"],
);

const byGroup: Readonly<Record<string, Listing<Asset>>> = {
  stablecoins: coins,
  treasuries,
  "global-bonds": bonds,
  "private-credit": credit,
  commodities,
  "institutional-funds": funds,
  stocks,
  "real-estate": property,
};

/** The list of the assets of a group of classes, with columns of its own. */
export function groupListing(group: string): Listing<Asset> {
  return byGroup[group] ?? assetListing;
}
