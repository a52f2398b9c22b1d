import type { Loan } from "@/api/contract";
import { assetAddress, issuerAddress, poolAddress } from "@/lib/address/addresses";
import { Amount, Choice, Rate } from "@/records/cells";
import { Day, RecordLink } from "@/records/facts";
import type { Panel } from "@/records/panel/panel";
import { type OpenRecord, RecordPanel } from "@/records/panel/RecordPanel";
import { resourceOf } from "@/records/resource";
import type { FactGroup } from "@/records/sheet";
import { StatusPill } from "@/records/statuses";
import { borrowerFact, placeFacts, protocolFact, purposeFacts } from "./creditFacts";
import { LoanSchedule } from "./LoanSchedule";
import { StatusHistory } from "./StatusHistory";

const terms: FactGroup<Loan> = {
  title: "Terms",
  facts: [
    {
      field: "principal_amount",
      label: "Principal",
      value: (row) => <Amount value={row.principal_amount} currency={row.currency} />,
    },
    {
      field: "drawn_amount",
      label: "Drawn",
      value: (row) => <Amount value={row.drawn_amount} currency={row.currency} />,
    },
    { field: "interest_rate", label: "Rate", value: (row) => <Rate value={row.interest_rate} /> },
    {
      field: "late_fee_rate",
      label: "Late rate",
      value: (row) => <Rate value={row.late_fee_rate} />,
    },
    {
      field: "default_rate",
      label: "Default interest rate",
      value: (row) => <Rate value={row.default_rate} />,
    },
    { field: "term_type", label: "Term", value: (row) => <Choice>{row.term_type}</Choice> },
    {
      field: "amortization",
      label: "Amortization",
      value: (row) => <Choice>{row.amortization}</Choice>,
    },
    {
      field: "payment_interval_days",
      label: "Payment interval",
      value: (row) => <Amount value={row.payment_interval_days} currency="days" />,
    },
    {
      field: "payment_count",
      label: "Payments",
      value: (row) => <Amount value={row.payment_count} />,
    },
    {
      field: "originated_on",
      label: "Origination date",
      value: (row) => <Day value={row.originated_on} />,
    },
    { field: "starts_on", label: "Starts", value: (row) => <Day value={row.starts_on} /> },
    { field: "ends_on", label: "Ends", value: (row) => <Day value={row.ends_on} /> },
  ],
};

const borrower: FactGroup<Loan> = {
  title: "Borrower and collateral",
  facts: [
    borrowerFact,
    ...purposeFacts,
    {
      field: "collateral_note",
      label: "Description",
      when: (row) => row.collateral_note !== null,
      value: (row) => row.collateral_note,
    },
  ],
};

const place: FactGroup<Loan> = {
  title: "Record",
  facts: [
    protocolFact,
    {
      field: "pool_name",
      label: "Pool",
      value: (row) => (
        <RecordLink name={row.pool_name} href={row.pool_slug && poolAddress(row.pool_slug)} />
      ),
    },
    {
      field: "issuer_name",
      label: "Issuer",
      value: (row) => (
        <RecordLink
          name={row.issuer_name}
          href={row.issuer_slug && issuerAddress(row.issuer_slug)}
        />
      ),
    },
    {
      field: "asset_name",
      label: "Asset",
      value: (row) => (
        <RecordLink name={row.asset_name} href={row.asset_slug && assetAddress(row.asset_slug)} />
      ),
    },
    ...placeFacts("loan address"),
  ],
};

function NextDue({ loan }: { loan: Loan }) {
  if (loan.days_late) {
    return (
      <span className="text-neg">
        {loan.days_late} {loan.days_late === 1 ? "day" : "days"} late on{" "}
        <Day value={loan.retrieved_on} />
      </span>
    );
  }
  return <Day value={loan.next_payment_on} />;
}

/** One loan: what was agreed, what was paid, and where it stands. */
const panel: Panel<Loan> = {
  one: "Loan",
  summary: (row) => (
    <>
      <StatusPill status={row.status} />
      <bdi>{row.platform_name}</bdi>
    </>
  ),
  figures: (row) => [
    {
      label: "Principal",
      field: "principal_amount",
      value: <Amount value={row.principal_amount} currency={row.currency} />,
    },
    {
      label: "Outstanding",
      field: "outstanding_amount",
      value: <Amount value={row.outstanding_amount} currency={row.currency} />,
    },
    { label: "Rate", field: "interest_rate", value: <Rate value={row.interest_rate} /> },
    {
      label: "Next payment",
      field: row.days_late ? "days_late" : "next_payment_on",
      value: <NextDue loan={row} />,
    },
  ],
  parts: (row) => (
    <>
      <StatusHistory loan={row} />
      <LoanSchedule loan={row} />
    </>
  ),
  groups: [terms, borrower, place],
  note: () => null,
};

/** The loan that is open beside its list. */
export function LoanPanel(props: OpenRecord<Loan>) {
  return <RecordPanel resource={resourceOf("loans")} panel={panel} {...props} />;
}
