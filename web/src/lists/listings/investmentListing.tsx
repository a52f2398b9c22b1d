import type { Investment } from "@/api/contract";
import { investmentAddress } from "@/lib/address/addresses";
import { NetworksCell, Points, Rate, RecordName } from "@/records/cells";
import { FactNumber } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { AvailabilityPill, StatusLegend, StatusPill } from "@/records/statuses";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";

const { named, words, choice, amount, rate, day } = columnsFor<Investment>();

export const investmentListing: Listing<Investment> = {
  resource: resourceOf("investments"),
  label: "Investments",
  search: { id: "name", fields: ["name", "asset_name", "issuer_name"] },
  searchLabel: "Name, asset or issuer",
  sort: { column: "name", direction: "ascending" },
  filters: [
    "availability",
    "status",
    "asset_class_slug",
    "platform_slug",
    "currency",
    "minimum_amount",
    "target_yield",
    "investor_types",
    "kyc_required",
    "network_slugs",
    "is_sample",
  ],
  href: (row) => investmentAddress(row.slug),
  columns: [
    { id: "name", header: "Investment", kind: "text", cell: (row) => <RecordName row={row} /> },
    {
      id: "availability",
      header: "Availability",
      kind: "state",
      cell: (row) => <AvailabilityPill value={row.availability} />,
    },
    {
      id: "status",
      header: "Status",
      kind: "state",
      cell: (row) => <StatusPill status={row.status} />,
    },
    amount("minimum_amount", "Minimum"),
    words("currency", "Currency"),
    rate("target_yield", "Target yield"),
    {
      id: "management_fee_bps",
      header: "Fee",
      kind: "share",
      cell: (row) => <Points value={row.management_fee_bps} />,
    },
    choice("redemption_frequency", "Redemption"),
    named("platform_name", "Platform"),
    named("issuer_name", "Issuer"),
    {
      id: "network_slugs",
      header: "Networks",
      kind: "text",
      cell: (row) => <NetworksCell slugs={row.network_slugs} />,
    },
    day("opens_on", "Opens", { defaultHidden: true }),
    day("closes_on", "Closes", { defaultHidden: true }),
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => [row.issuer_name, row.is_sample && "Sample"].filter(Boolean).join(" · "),
    value: (row) => (
      <FactNumber of="investments" row={row} field="target_yield" label="Target yield">
        <Rate value={row.target_yield} />
      </FactNumber>
    ),
    change: (row) => <AvailabilityPill value={row.availability} />,
    pairs: ["minimum_amount", "management_fee_bps", "redemption_frequency", "status"],
  },
  legend: <StatusLegend />,
  coverage:
    "A dash marks terms that the offer does not disclose. This site does not sell investments.",
  empty: {
    title: "No investments recorded",
    text: "Offers can be imported from a file or entered by an administrator; the open data sources of this installation contain none.",
  },
};
