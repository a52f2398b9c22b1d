import type { ReactNode } from "react";
import type { Loan, LoanPayment } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import type { NumberKey } from "@/app-state/numberExplanation";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import type { Column } from "@/components/table/columns";
import { SidewaysScroll } from "@/components/table/SidewaysScroll";
import { Table } from "@/components/table/Table";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Icon } from "@/components/ui/marks/Icon";
import { Count, DateText, NoFigure } from "@/components/ui/text/Figure";
import { useMinute } from "@/lib/dates/minute";
import { formatAmountExact, formatCountFull, formatDay } from "@/lib/format";
import { Explainable, FactNumber, factOf } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { useRows } from "@/records/useCatalog";
import { type PaymentState, paymentState, type ScheduleTotals, scheduleTotals } from "./payments";

const most = 500;

/** The scheduled payments of a loan, beside those made. */
export function LoanSchedule({ loan }: { loan: Loan }) {
  const answer = useRows(resourceOf("loan_payments"), {
    filter: where("loan_slug", "equals", loan.slug),
    sort: { field: "due_on", direction: "asc" },
    pagination: { page: 1, perPage: most },
  });
  const minute = useMinute();
  const today = new Date(minute ?? 0).toISOString().slice(0, 10);
  const payments = answer.data?.results ?? [];
  const total = answer.data?.pagination.resultCount ?? 0;
  const { paid: made, due } = scheduleTotals(payments, today);
  const lead = payments.length > 0 && (
    <Lead payments={payments} today={today} currency={loan.currency} />
  );
  return (
    <Card title="Schedule" lead={lead}>
      {answer.data && payments.length === 0 && (
        <p className="px-(--card-pad) py-3 text-text-2">No payments recorded.</p>
      )}
      {payments.length > 0 && (
        <>
          <PaidBar paid={made} due={due} />
          <Payments payments={payments} today={today} currency={loan.currency} />
        </>
      )}
      {total > most && (
        <p className="border-line border-t px-(--card-pad) py-2 text-sm text-text-2">
          The first {most} of {formatCountFull(total)}.
        </p>
      )}
      {!answer.data && answer.error && (
        <ErrorState
          failure={describeFailure(answer.error)}
          what="Schedule"
          onRetry={() => void answer.refetch()}
        />
      )}
      {answer.isPending && (
        <Loading label="Loading the schedule">
          <div className="px-(--card-pad) py-3">
            <Skeleton className="h-32 rounded-sm" />
          </div>
        </Loading>
      )}
    </Card>
  );
}

type PaymentsProps = { payments: ReadonlyArray<LoanPayment>; today: string; currency: string };

/** The progress of repayment: the number of payments, and their share of the agreed amount. */
function Lead({ payments, today, currency }: PaymentsProps) {
  const totals = scheduleTotals(payments, today);
  const made = explainedPayments(payments, today);
  return (
    <>
      <Explainable number={made} label="Payments made">
        {made.figure} payments made
      </Explainable>
      :{" "}
      <Explainable number={explainedTotal(payments, paid, totals.paid)} label="Paid so far">
        {formatCountFull(totals.paid)}
      </Explainable>{" "}
      of{" "}
      <Explainable number={explainedDue(payments, totals)} label="Scheduled total">
        {formatCountFull(totals.due)}
      </Explainable>{" "}
      {currency}
    </>
  );
}

/** The words above it say the same. */
function PaidBar({ paid, due }: { paid: number; due: number }) {
  const share = due > 0 ? Math.min(1, paid / due) : 0;
  return (
    <div aria-hidden="true" className="px-(--card-pad) pt-3">
      <div className="h-1.5 overflow-hidden rounded-full bg-surface-3">
        <div
          className="h-full rounded-full bg-pos-mark forced-colors:bg-[CanvasText]"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}

const states: Record<
  PaymentState,
  { icon: "check" | "warning" | "clock"; label: string; tone: string }
> = {
  paid: { icon: "check", label: "Paid", tone: "text-pos" },
  part: { icon: "warning", label: "Partly paid", tone: "text-warn" },
  missed: { icon: "warning", label: "Not paid", tone: "text-neg" },
  due: { icon: "clock", label: "Scheduled", tone: "text-text-3" },
};

const facts = {
  id: ({ id }: LoanPayment) => String(id),
  name: ({ number }: LoanPayment) => `Payment ${number}`,
};

const principal = { field: "principal_amount", label: "Principal" } as const;
const interest = { field: "interest_amount", label: "Interest" } as const;
const paid = { field: "paid_amount", label: "Paid" } as const;

type PaymentColumn = typeof principal | typeof interest | typeof paid;

/** An amount of a payment with the way to where it comes from. */
function Agreed(props: { payment: LoanPayment; column: PaymentColumn; children: ReactNode }) {
  const { payment, column, children } = props;
  return (
    <FactNumber of="loan_payments" row={payment} {...column}>
      {children}
    </FactNumber>
  );
}

function explainedTotal(
  payments: ReadonlyArray<LoanPayment>,
  { field, label }: PaymentColumn,
  total: number,
): Extract<NumberKey, { kind: "several" }> {
  const items = payments.flatMap((payment) => {
    const value = payment[field];
    if (value === null) return [];
    const number = factOf("loan_payments", payment, field, label);
    const name = `${payment.number}: ${formatDay(payment.due_on)}`;
    return [{ name, figure: formatAmountExact(value), number, sample: payment.is_sample }];
  });
  const method = "The sum of all scheduled payments with a value.";
  const figure = formatAmountExact(total);
  return { kind: "several", name: `${label}, total`, items, method, figure };
}

/** The payments that are made in full, of all. */
function explainedPayments(payments: ReadonlyArray<LoanPayment>, today: string) {
  const whole = payments.filter((payment) => paymentState(payment, today) === "paid");
  const { items } = explainedTotal(whole, paid, 0);
  const figure = `${whole.length} of ${payments.length}`;
  const method =
    whole.length > 0
      ? "These payments are made in full; the other scheduled payments are not."
      : "No scheduled payment has been made in full yet.";
  return { kind: "several", name: "Payments made", items, method, figure } as const;
}

/** The total of the scheduled payments. */
function explainedDue(payments: ReadonlyArray<LoanPayment>, totals: ScheduleTotals): NumberKey {
  const items = [
    { column: principal, total: totals.principal },
    { column: interest, total: totals.interest },
  ].map(({ column, total }) => {
    const number = explainedTotal(payments, column, total);
    return {
      name: number.name,
      figure: number.figure ?? "",
      number,
      sample: number.items.some((item) => item.sample),
    };
  });
  const figure = formatAmountExact(totals.due);
  return {
    kind: "several",
    name: "Scheduled total",
    items,
    method: "The sum of both inputs.",
    figure,
  };
}

function Payments({ payments, today, currency }: PaymentsProps) {
  const totals = scheduleTotals(payments, today);
  const columns: ReadonlyArray<Column<LoanPayment>> = [
    {
      id: "due_on",
      header: "Due",
      kind: "text",
      cell: (payment) => (
        <>
          <State state={paymentState(payment, today)} number={payment.number} />
          <DateText value={payment.due_on} />
        </>
      ),
    },
    ...[principal, interest].map(
      (column): Column<LoanPayment> => ({
        id: column.field,
        header: column.label,
        kind: "money",
        cell: (payment) => (
          <Agreed payment={payment} column={column}>
            <Count value={payment[column.field]} full />
          </Agreed>
        ),
      }),
    ),
    {
      id: paid.field,
      header: paid.label,
      kind: "money",
      cell: (payment) =>
        payment.paid_amount === null ? (
          <NoFigure reason="Nothing paid yet" />
        ) : (
          <Paid payment={payment} />
        ),
    },
  ];
  const total = (column: PaymentColumn, value: number) => (
    <Explainable number={explainedTotal(payments, column, value)} label={`${column.label}, total`}>
      <Count value={value} full />
    </Explainable>
  );
  return (
    <div className="@container pt-3">
      <SidewaysScroll>
        <Table
          label={`Payments in ${currency}`}
          variant="card"
          columns={columns}
          rows={payments}
          facts={facts}
          totals={{
            label: "Total",
            cells: {
              principal_amount: total(principal, totals.principal),
              interest_amount: total(interest, totals.interest),
              paid_amount: total(paid, totals.paid),
            },
          }}
        />
      </SidewaysScroll>
    </div>
  );
}

function State({ state, number }: { state: PaymentState; number: number }) {
  const { icon, label, tone } = states[state];
  return (
    <span title={label} className={`me-2 inline-flex align-[-2px] ${tone}`}>
      <Icon name={icon} size={14} />
      <span className="sr-only">
        Payment {number}, {label.toLowerCase()}:
      </span>
    </span>
  );
}

function Paid({ payment }: { payment: LoanPayment }) {
  const late = payment.paid_on !== null && payment.paid_on > payment.due_on;
  return (
    <>
      <Agreed payment={payment} column={paid}>
        <Count value={payment.paid_amount} full />
      </Agreed>
      {late && (
        <span className="block text-text-3 text-xs">
          on <DateText value={payment.paid_on} />
        </span>
      )}
    </>
  );
}
