import type { AssetProvider } from "@/api/contract";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { RecordName } from "@/records/cells";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";

const { words, choice, day } = columnsFor<AssetProvider>();

/** The custodians, auditors and administrators of assets. */
export const providerListing: Listing<AssetProvider> = {
  resource: resourceOf("asset_providers"),
  label: "Providers",
  search: { id: "service_provider_name", fields: ["service_provider_name"] },
  searchLabel: "Name",
  sort: { column: "role", direction: "ascending" },
  filters: ["role", "since"],
  columns: [
    {
      id: "service_provider_name",
      header: "Provider",
      kind: "text",
      cell: (row) => <RecordName row={{ ...row, name: row.service_provider_name }} />,
    },
    choice("role", "Role"),
    day("since", "Start date", { defaultHidden: true }),
    words("source", "Source", { width: 320 }),
  ],
  cards: {
    title: (row) => <bdi>{row.service_provider_name}</bdi>,
    value: (row) => choiceLabel(row.role),
    pairs: ["source"],
  },
  empty: {
    title: "No providers recorded",
    text: "Custodians, auditors and other providers appear after an import or an entry by an administrator.",
  },
};
