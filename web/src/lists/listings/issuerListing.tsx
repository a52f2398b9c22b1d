import type { Issuer } from "@/api/contract";
import { Monogram } from "@/components/ui/marks/Monogram";
import { issuerAddress } from "@/lib/address/addresses";
import { navBased } from "@/lib/format/valueBasis";
import { RecordName } from "@/records/cells";
import { assetCount } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";
import { listNumbers, valuesKnown } from "../numbers/numbers";

const { named, words, count, series } = columnsFor<Issuer>();

export const issuerListing: Listing<Issuer> = {
  resource: resourceOf("issuers"),
  label: "Issuers",
  search: { id: "name", fields: ["name", "legal_name", "lei"] },
  searchLabel: "Name or LEI",
  sort: { column: "asset_count", direction: "descending" },
  filters: ["country_code", "legal_form", "regulator", "asset_count", "is_sample"],
  href: (row) => issuerAddress(row.slug),
  numbers: listNumbers("issuers"),
  columns: [
    { id: "name", header: "Issuer", kind: "text", cell: (row) => <RecordName row={row} /> },
    count("asset_count", "Assets"),
    { ...series("value", "Value", "money", "US$ m"), description: navBased },
    series("change_30d", "30d", "change"),
    named("country_name", "Domicile"),
    words("legal_name", "Legal name", { width: 220 }),
    words("legal_form", "Legal structure"),
    words("lei", "LEI", { defaultHidden: true }),
    words("regulator", "Regulator"),
    words("cik", "CIK", { defaultHidden: true }),
  ],
  cards: {
    lead: (row) => <Monogram id={row.slug} name={row.name} />,
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => [row.country_name, row.is_sample && "Sample"].filter(Boolean).join(" · "),
    value: assetCount("issuers"),
    change: () => "assets",
    pairs: ["value", "change_30d", "legal_form", "regulator"],
  },
  coverage: valuesKnown,
  empty: {
    title: "No issuers yet",
    text: "Records appear after the first import of the catalog.",
  },
};
