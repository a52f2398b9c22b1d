import { expect, it } from "vitest";
import { samplePayment } from "@/testing/creditFixtures";
import { paymentState, scheduleTotals } from "./payments";

const today = "2026-11-20";

it("tells a payment that was made from one that was missed and one that comes", () => {
  expect(paymentState(samplePayment({ paid_amount: 30_843.75 }), today)).toBe("paid");
  expect(paymentState(samplePayment({ paid_amount: 30_843.749 }), today)).toBe("paid");
  expect(paymentState(samplePayment({ paid_amount: 100 }), today)).toBe("part");
  expect(paymentState(samplePayment(), today)).toBe("missed");
  expect(paymentState(samplePayment({ due_on: today }), today)).toBe("due");
  expect(paymentState(samplePayment({ paid_amount: 0, due_on: "2027-01-01" }), today)).toBe("due");
});

it("adds up what is due and what was paid", () => {
  const payments = [
    samplePayment({ paid_amount: 30_843.75 }),
    samplePayment({ paid_amount: 156.25 }),
  ];
  expect(scheduleTotals(payments, today)).toEqual({
    principal: 60_000,
    interest: 1687.5,
    due: 61_687.5,
    paid: 31_000,
    paidCount: 1,
  });
});
