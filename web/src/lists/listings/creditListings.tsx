import type { Loan, Pool } from "@/api/contract";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { loanAddress, poolAddress } from "@/lib/address/addresses";
import { Amount, NetworkCell, Words } from "@/records/cells";
import { FactNumber } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { StatusLegend, StatusPill } from "@/records/statuses";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";
import { listNumbers, valuesKnown } from "../numbers/numbers";

function Name({ row }: { row: Loan | Pool }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <bdi className="truncate">{row.name}</bdi>
      {row.is_sample && <SampleTag />}
    </span>
  );
}

const loan = columnsFor<Loan>();

export const loanListing: Listing<Loan> = {
  resource: resourceOf("loans"),
  label: "Loans",
  search: { id: "name", fields: ["name", "borrower"] },
  searchLabel: "Name or borrower",
  sort: { column: "originated_on", direction: "descending" },
  filters: [
    "status",
    "platform_slug",
    "sector",
    "region",
    "collateral_type",
    "pool_name",
    "network_slug",
    "currency",
    "principal_amount",
    "interest_rate",
    "ends_on",
    "days_late",
    "is_sample",
  ],
  href: (row) => loanAddress(row.slug),
  columns: [
    { id: "name", header: "Loan", kind: "text", cell: (row) => <Name row={row} /> },
    {
      id: "status",
      header: "Status",
      kind: "state",
      cell: (row) => <StatusPill status={row.status} />,
    },
    loan.words("borrower", "Borrower"),
    loan.named("platform_name", "Protocol"),
    {
      id: "network_name",
      header: "Network",
      kind: "text",
      fields: ["network_slug", "network_name"],
      isNeverEmpty: true,
      cell: (row) => <NetworkCell slug={row.network_slug} name={row.network_name} />,
    },
    loan.choice("sector", "Sector"),
    loan.choice("region", "Region"),
    loan.amount("principal_amount", "Principal"),
    loan.amount("outstanding_amount", "Outstanding"),
    loan.words("currency", "Currency"),
    loan.rate("interest_rate", "Rate"),
    loan.choice("collateral_type", "Collateral"),
    loan.choice("amortization", "Amortization"),
    loan.day("starts_on", "Starts"),
    loan.day("ends_on", "Ends"),
    loan.day("next_payment_on", "Next due"),
    loan.count("days_late", "Late when recorded", { unit: "days" }),
    loan.day("originated_on", "Origination date", { defaultHidden: true }),
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => [row.borrower, row.is_sample && "Sample"].filter(Boolean).join(" · "),
    value: (row) => (
      <FactNumber of="loans" row={row} field="principal_amount" label="Principal">
        <Amount value={row.principal_amount} currency={row.currency} />
      </FactNumber>
    ),
    change: (row) => <StatusPill status={row.status} />,
    pairs: ["platform_name", "interest_rate", "next_payment_on", "sector"],
  },
  legend: <StatusLegend />,
  coverage: "Amounts are in the loan's own currency and are not added up across currencies.",
  empty: {
    title: "No loans recorded",
    text: "The open data sources of this installation contain no individual loans. Loans can be imported from a file or entered by an administrator.",
  },
};

const pool = columnsFor<Pool>();

export const poolListing: Listing<Pool> = {
  resource: resourceOf("pools"),
  label: "Pools",
  search: { id: "name", fields: ["name", "borrower", "address"] },
  searchLabel: "Name, borrower or address",
  sort: { column: "name", direction: "ascending" },
  filters: [
    "platform_slug",
    "network_slug",
    "status",
    "sector",
    "region",
    "collateral_type",
    "currency",
    "launched_on",
    "is_sample",
  ],
  href: (row) => poolAddress(row.slug),
  numbers: listNumbers("pools"),
  columns: [
    { id: "name", header: "Pool", kind: "text", cell: (row) => <Name row={row} /> },
    pool.named("platform_name", "Protocol"),
    {
      id: "status",
      header: "Status",
      kind: "state",
      cell: (row) => <StatusPill status={row.status} />,
    },
    pool.words("currency", "Currency"),
    pool.amount("capacity_amount", "Capacity"),
    pool.series("available", "Available", "number", "US$"),
    pool.amount("funded_amount", "Funded"),
    pool.series("outstanding", "Outstanding", "number", "US$"),
    pool.series("utilization", "Utilization", "share"),
    pool.series("cash_drag", "Cash drag", "share"),
    pool.series("apr", "APR", "share"),
    pool.rate("senior_rate", "Senior rate"),
    pool.named("senior_asset_name", "Senior tranche"),
    pool.named("junior_asset_name", "Junior tranche"),
    pool.count("lock_up_days", "Lock-up period", { unit: "days" }),
    pool.count("loan_count", "Loans"),
    pool.words("borrower", "Borrower"),
    {
      id: "network_name",
      header: "Network",
      kind: "text",
      fields: ["network_slug", "network_name"],
      isNeverEmpty: true,
      cell: (row) => <NetworkCell slug={row.network_slug} name={row.network_name} />,
    },
    pool.amount("financed_amount", "Financed"),
    pool.choice("sector", "Sector"),
    pool.choice("region", "Region"),
    pool.day("launched_on", "Launch date"),
  ],
  cards: {
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => [row.platform_name, row.is_sample && "Sample"].filter(Boolean).join(" · "),
    value: (row) => <Words>{row.currency}</Words>,
    change: (row) => <StatusPill status={row.status} />,
    pairs: ["capacity_amount", "funded_amount", "utilization", "apr"],
  },
  legend: <StatusLegend />,
  coverage: `Capacity, funded and financed amounts are in the currency of the pool. The APR is the average of its loans, weighted by outstanding principal. ${valuesKnown}`,
  empty: {
    title: "No pools yet",
    text: "Records appear after the first import of the catalog.",
  },
};
