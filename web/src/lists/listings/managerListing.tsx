import type { Manager } from "@/api/contract";
import { Monogram } from "@/components/ui/marks/Monogram";
import { managerAddress } from "@/lib/address/addresses";
import { navBased } from "@/lib/format/valueBasis";
import { RecordName } from "@/records/cells";
import { assetCount } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";
import { listNumbers, valuesKnown } from "../numbers/numbers";

const { named, words, count, series } = columnsFor<Manager>();

export const managerListing: Listing<Manager> = {
  resource: resourceOf("managers"),
  label: "Managers",
  search: { id: "name", fields: ["name", "legal_name", "lei"] },
  searchLabel: "Name or LEI",
  sort: { column: "asset_count", direction: "descending" },
  filters: ["country_code", "asset_count", "is_sample"],
  href: (row) => managerAddress(row.slug),
  numbers: listNumbers("managers"),
  columns: [
    { id: "name", header: "Manager", kind: "text", cell: (row) => <RecordName row={row} /> },
    count("asset_count", "Assets"),
    { ...series("value", "Value", "money", "US$ m"), description: navBased },
    series("change_30d", "30d", "change"),
    named("country_name", "Domicile"),
    words("legal_name", "Legal name", { width: 220 }),
    words("lei", "LEI", { defaultHidden: true }),
    words("cik", "CIK", { defaultHidden: true }),
  ],
  cards: {
    lead: (row) => <Monogram id={row.slug} name={row.name} />,
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => [row.country_name, row.is_sample && "Sample"].filter(Boolean).join(" · "),
    value: assetCount("managers"),
    change: () => "assets",
    pairs: ["value", "change_30d", "country_name", "legal_name"],
  },
  coverage: valuesKnown,
  empty: {
    title: "No managers yet",
    text: "Records appear after the first import of the catalog.",
  },
};
