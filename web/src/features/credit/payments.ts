import type { LoanPayment } from "@/api/contract";
import { exactSum } from "@/lib/exactSum";

export type PaymentState = "paid" | "part" | "missed" | "due";

type Payment = Pick<LoanPayment, "due_on" | "principal_amount" | "interest_amount" | "paid_amount">;

/** Amounts are sums of decimals; what is less than a cent apart is the same. */
const nothing = 0.005;

function dueAmount({ principal_amount, interest_amount }: Payment): number {
  return principal_amount + interest_amount;
}

/** The state of a payment on a day; a payment due today is not missed yet. */
export function paymentState(payment: Payment, today: string): PaymentState {
  const paid = payment.paid_amount ?? 0;
  if (paid > 0 && paid >= dueAmount(payment) - nothing) return "paid";
  if (paid > nothing) return "part";
  return payment.due_on < today ? "missed" : "due";
}

export type ScheduleTotals = {
  principal: number;
  interest: number;
  due: number;
  paid: number;
  paidCount: number;
};

export function scheduleTotals(payments: ReadonlyArray<Payment>, today: string): ScheduleTotals {
  const sum = (of: (payment: Payment) => number[]) => exactSum(payments.flatMap(of));
  return {
    principal: sum((payment) => [payment.principal_amount]),
    interest: sum((payment) => [payment.interest_amount]),
    due: sum((payment) => [payment.principal_amount, payment.interest_amount]),
    paid: sum((payment) => [payment.paid_amount ?? 0]),
    paidCount: payments.filter((payment) => paymentState(payment, today) === "paid").length,
  };
}
