import type { Platform } from "@/api/contract";
import { Monogram } from "@/components/ui/marks/Monogram";
import { platformAddress, protocolAddress } from "@/lib/address/addresses";
import { NetworksCell, RecordName } from "@/records/cells";
import { assetCount } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { CatalogColumn, Listing } from "../listing";
import { listNumbers, valuesKnown } from "../numbers/numbers";

const { named, choice, words, count, series, day } = columnsFor<Platform>();

const name: CatalogColumn<Platform> = {
  id: "name",
  header: "Name",
  kind: "text",
  cell: (row) => <RecordName row={row} classSlug={row.asset_class_slug} />,
};

const disclosedNetworks: CatalogColumn<Platform> = {
  id: "network_slugs",
  header: "Networks",
  kind: "text",
  cell: (row) => <NetworksCell slugs={row.network_slugs} />,
};

const tokenNetworks: CatalogColumn<Platform> = {
  id: "token_network_slugs",
  header: "Token networks",
  kind: "text",
  cell: (row) => <NetworksCell slugs={row.token_network_slugs} />,
};

const cards: Listing<Platform>["cards"] = {
  lead: (row) => <Monogram id={row.slug} name={row.name} />,
  title: (row) => <bdi>{row.name}</bdi>,
  subtitle: (row) => [row.category, row.is_sample && "Sample"].filter(Boolean).join(" · "),
  value: assetCount("platforms"),
  change: () => "assets",
  pairs: ["token_network_slugs", "asset_class_name", "pool_count", "loan_count"],
};

const search = { id: "name", fields: ["name", "slug"] };
const filters = [
  "asset_class_slug",
  "token_network_slugs",
  "network_slugs",
  "category",
  "status",
  "asset_count",
  "pool_count",
  "loan_count",
  "is_sample",
];

export const platformListing: Listing<Platform> = {
  resource: resourceOf("platforms"),
  label: "Platforms",
  search,
  searchLabel: "Name",
  sort: { column: "asset_count", direction: "descending" },
  filters,
  href: (row) => platformAddress(row.slug),
  numbers: listNumbers("platforms"),
  columns: [
    name,
    count("asset_count", "Assets"),
    series("value", "Value", "money", "US$ m"),
    series("change_30d", "30d", "change"),
    series("holders", "Holders", "number"),
    tokenNetworks,
    named("asset_class_name", "Main class"),
    words("category", "Category"),
    choice("status", "Status"),
    { ...disclosedNetworks, defaultHidden: true },
    day("first_tracked_on", "First tracked", { defaultHidden: true }),
  ],
  cards,
  coverage: valuesKnown,
  empty: {
    title: "No platforms yet",
    text: "Records appear after the first import of the catalog.",
  },
};

export const protocolListing: Listing<Platform> = {
  resource: resourceOf("protocols"),
  label: "Protocols",
  search,
  searchLabel: "Name",
  sort: { column: "pool_count", direction: "descending" },
  filters,
  href: (row) => protocolAddress(row.slug),
  numbers: listNumbers("protocols"),
  columns: [
    name,
    series("active_loans", "Active", "money", "US$ m"),
    series("originated", "Originated", "money", "US$ m"),
    series("default_rate", "Default rate", "share"),
    count("pool_count", "Pools"),
    count("loan_count", "Loans"),
    count("asset_count", "Assets"),
    disclosedNetworks,
    words("category", "Category"),
    choice("status", "Status"),
    { ...tokenNetworks, defaultHidden: true },
  ],
  cards: {
    ...cards,
    value: assetCount("protocols"),
    pairs: ["network_slugs", "category", "asset_count", "loan_count"],
  },
  coverage: valuesKnown,
  empty: {
    title: "No protocols yet",
    text: "Records appear after the first import of the catalog.",
  },
};
