import { type Pool, statusMeanings } from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import { Address } from "@/components/ui/text/Address";
import { Percent } from "@/components/ui/text/Figure";
import { assetAddress } from "@/lib/address/addresses";
import { formatAmountExact, formatPercent } from "@/lib/format";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { Amount, Rate, Words } from "@/records/cells";
import { factOf } from "@/records/FactNumber";
import { Day, RecordLink, SiteLink } from "@/records/facts";
import type { Panel } from "@/records/panel/panel";
import { type OpenRecord, RecordPanel } from "@/records/panel/RecordPanel";
import { resourceOf } from "@/records/resource";
import type { FactGroup } from "@/records/sheet";
import { StatusPill } from "@/records/statuses";
import { borrowerFact, placeFacts, protocolFact, purposeFacts } from "./creditFacts";
import { PoolInvestments, PoolLoans } from "./PoolRecords";

const terms: FactGroup<Pool> = {
  title: "Terms",
  facts: [
    {
      field: "senior_rate",
      label: "Senior rate",
      value: (row) => <Rate value={row.senior_rate} />,
    },
    {
      field: "capacity_amount",
      label: "Capacity",
      value: (row) => <Amount value={row.capacity_amount} currency={row.currency} />,
    },
    {
      field: "financed_amount",
      label: "Total financed",
      value: (row) => <Amount value={row.financed_amount} currency={row.currency} />,
    },
    {
      field: "financing_count",
      label: "Financings",
      value: (row) => <Amount value={row.financing_count} />,
    },
    {
      field: "lock_up_days",
      label: "Lock-up period",
      value: (row) => <Amount value={row.lock_up_days} currency="days" />,
    },
    {
      field: "asset_maturity",
      label: "Loan term",
      value: (row) => <Words>{row.asset_maturity}</Words>,
    },
    { field: "currency", label: "Currency", value: (row) => <Words>{row.currency}</Words> },
    { field: "launched_on", label: "Launch date", value: (row) => <Day value={row.launched_on} /> },
  ],
};

const lending: FactGroup<Pool> = {
  title: "Purpose",
  facts: [
    borrowerFact,
    { field: "category", label: "Category", value: (row) => <Words>{row.category}</Words> },
    ...purposeFacts,
    { field: "website", label: "Website", value: (row) => <SiteLink href={row.website} /> },
  ],
};

const place: FactGroup<Pool> = {
  title: "Record",
  facts: [
    protocolFact,
    ...placeFacts("pool address"),
    {
      field: "predecessor_address",
      label: "Previous address",
      when: (row) => row.predecessor_address !== null,
      value: ({ predecessor_address }) =>
        predecessor_address && <Address value={predecessor_address} what="earlier address" />,
    },
    {
      field: "senior_asset_name",
      label: "Senior tranche",
      value: (row) => (
        <RecordLink
          name={row.senior_asset_name}
          href={row.senior_asset_slug && assetAddress(row.senior_asset_slug)}
        />
      ),
    },
    {
      field: "junior_asset_name",
      label: "Junior tranche",
      value: (row) => (
        <RecordLink
          name={row.junior_asset_name}
          href={row.junior_asset_slug && assetAddress(row.junior_asset_slug)}
        />
      ),
    },
  ],
};

/** The share of the capacity of a pool that was deposited. */
function filling({ capacity_amount: capacity, funded_amount: funded }: Pool): number | null {
  return capacity && funded !== null ? funded / capacity : null;
}

function explainedFilling(pool: Pool): NumberKey | null {
  const share = filling(pool);
  if (share === null) return null;
  const part = (field: "funded_amount" | "capacity_amount", name: string) => ({
    name,
    figure: formatAmountExact(pool[field]),
    number: factOf("pools", pool, field, name),
    sample: pool.is_sample,
  });
  return {
    kind: "several",
    name: `Capacity used, ${pool.name}`,
    items: [part("funded_amount", "Funded"), part("capacity_amount", "Capacity")],
    method: "The first input divided by the second.",
    figure: formatPercent(share, 4),
  };
}

/** One pool: its terms, what it lends for, its loans and the ways into it. */
const panel: Panel<Pool> = {
  one: "Pool",
  summary: (row) => (
    <>
      {row.status && (
        <>
          <StatusPill status={row.status} />
          <span aria-hidden="true">{statusMeanings[row.status]}</span>
        </>
      )}
      <bdi>{row.platform_name}</bdi>
    </>
  ),
  figures: (row) => [
    {
      label: "Funded",
      field: "funded_amount",
      value: <Amount value={row.funded_amount} currency={row.currency} />,
    },
    {
      label: "Capacity used",
      number: explainedFilling(row),
      value: <Percent value={filling(row)} reason={notDisclosed} />,
    },
    { label: "Senior rate", field: "senior_rate", value: <Rate value={row.senior_rate} /> },
    { label: "Loans", field: "loan_count", value: <Amount value={row.loan_count} /> },
  ],
  parts: (row) => (
    <>
      <PoolLoans pool={row} />
      <PoolInvestments pool={row} />
    </>
  ),
  groups: [terms, lending, place],
  note: (row) => row.note,
};

/** The pool that is open beside its list. */
export function PoolPanel(props: OpenRecord<Pool>) {
  return <RecordPanel resource={resourceOf("pools")} panel={panel} {...props} />;
}
