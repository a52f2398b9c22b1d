import { describe, expect, it } from "vitest";
import type { ComplianceEvent, JurisdictionEvent, LoanStatusChange } from "@/api/contract";
import {
  type ChartEvent,
  complianceEvents,
  eventMarks,
  lawEvents,
  leftOutNotes,
  loanEvents,
  recordEvents,
} from "./events";

const origin = {
  source: "Harbour register (sample)",
  licence: "CC0-1.0",
  retrieved_on: "2026-11-18",
  is_sample: true,
  updated_at: "2026-11-20T10:00:00.000Z",
  visible_to: "everybody",
  is_redistributable: true,
};

function lawChange(part: Partial<JurisdictionEvent>): JurisdictionEvent {
  return {
    id: 1,
    slug: "harbour-act",
    name: "Harbour Act No. 6 takes effect",
    jurisdiction_code: "JP",
    jurisdiction_name: "Japan",
    status: "in_force",
    effective_on: "2026-06-01",
    precision: "day",
    trigger_kind: "dated",
    trigger: null,
    basis: "",
    date_basis: "",
    rule_slugs: [],
    ...origin,
    ...part,
  };
}

function step(part: Partial<LoanStatusChange>): LoanStatusChange {
  return {
    id: 1,
    slug: "step-1",
    name: "Step",
    loan_id: 7,
    loan_slug: "loan-7-sample",
    loan_name: "Loan 7 (sample)",
    from_status: "active",
    status: "late",
    changed_at: "2026-11-11T10:00:00.000Z",
    ...origin,
    ...part,
  };
}

function control(part: Partial<ComplianceEvent>): ComplianceEvent {
  return {
    id: 1,
    slug: "frozen",
    name: "Address frozen, Alder Fund (sample)",
    event_type: "freeze",
    occurred_at: "2026-11-12T23:30:00.000Z",
    token_id: 3,
    token_slug: "harbour-chain:0xab",
    token_name: "Alder Fund (sample)",
    asset_slug: "alder-fund-sample",
    asset_name: "Alder Fund (sample)",
    network_slug: "harbour-chain",
    network_name: "Harbour Chain",
    transaction_hash: null,
    address: "0xcd",
    note: null,
    ...origin,
    ...part,
  };
}

const happened = (on: string, words = "Loan late"): ChartEvent => ({
  on,
  words,
  sentence: `${words} ${on}.`,
});

describe("what happened", () => {
  it("to a record is what it tells with a day", () => {
    const found = recordEvents({
      name: "Alder Fund (sample)",
      inception_on: "2026-03-02",
      inception_precision: "day",
      first_tracked_on: null,
      ended_on: "2026-09-01",
    });
    expect(found).toEqual([
      {
        on: "2026-03-02",
        words: "Asset inception",
        sentence: "Alder Fund (sample) started on 2 Mar 2026.",
      },
      {
        on: "2026-09-01",
        words: "Asset ended",
        sentence: "Alder Fund (sample) ended on 1 Sep 2026.",
      },
    ]);
    const vague = { name: "Birch", inception_on: "2026-03-01", inception_precision: "month" };
    expect(recordEvents(vague)).toEqual([]);
  });

  it("to a loan is every step that was seen", () => {
    const steps = loanEvents([step({}), step({ from_status: null, status: "open" })]);
    expect(steps).toMatchObject([
      { on: "2026-11-11", words: "Loan late" },
      { on: "2026-11-11", words: "Loan open" },
    ]);
    expect(steps.map(({ sentence }) => sentence)).toEqual([
      "Loan 7 (sample) changed from active to late on 11 Nov 2026.",
      "Loan 7 (sample) was first recorded as open on 11 Nov 2026.",
    ]);
  });

  it("to a token names its network and source", () => {
    const off = { event_type: "role_change", network_slug: null, network_name: null };
    expect(complianceEvents([control({}), control(off)])).toEqual([
      {
        on: "2026-11-12",
        words: "Freeze",
        sentence:
          "Address frozen, Alder Fund (sample) on Harbour Chain, 12 Nov 2026. Source: Harbour register (sample), CC0-1.0.",
      },
      {
        on: "2026-11-12",
        words: "Role change",
        sentence:
          "Address frozen, Alder Fund (sample), 12 Nov 2026. Source: Harbour register (sample), CC0-1.0.",
      },
    ]);
  });

  it("is left out where a licence does not allow it in files", () => {
    expect(complianceEvents([control({ is_redistributable: false })])).toEqual([]);
    expect(lawEvents([lawChange({ is_redistributable: false })])).toEqual([]);
  });

  it("in the law names its source, and is nothing without a day of its own", () => {
    const found = lawEvents([
      lawChange({}),
      lawChange({ effective_on: null, precision: "none" }),
      lawChange({ effective_on: "2027-01-18", precision: "outer_cap" }),
    ]);
    expect(found).toEqual([
      {
        on: "2026-06-01",
        words: "Law change",
        sentence:
          "Law of Japan, in force, 1 Jun 2026: Harbour Act No. 6 takes effect. Source: Harbour register (sample), CC0-1.0.",
      },
    ]);
  });
});

describe("the marks of events", () => {
  const days = ["2026-11-01", "2026-11-02", "2026-11-03"];

  it("stand on the drawn days, and nowhere else", () => {
    const events = [happened("2026-10-31"), happened("2026-11-02"), happened("2026-11-04")];
    const { marks, left } = eventMarks(events, days, "day");
    expect(marks).toEqual([
      { day: "2026-11-02", shape: "disc", words: "Loan late", sentence: "Loan late 2026-11-02." },
    ]);
    expect(left).toBe(0);
    expect(eventMarks(events, [], "day")).toEqual({ marks: [], left: 0 });
  });

  it("are one for all that happened in an interval, also in the last one", () => {
    const months = ["2026-09-01", "2026-10-01", "2026-11-01"];
    const events = [
      happened("2026-11-30", "Loan maturity"),
      happened("2026-11-02"),
      happened("2026-10-31"),
    ];
    expect(eventMarks(events, months, "month").marks).toMatchObject([
      { day: "2026-10-01", words: "Loan late", sentence: "Loan late 2026-10-31." },
      {
        day: "2026-11-01",
        words: "2 events",
        sentence: "Loan late 2026-11-02. Loan maturity 2026-11-30.",
      },
    ]);
  });

  it("are the newest six, with how many are left out", () => {
    const many = Array.from({ length: 9 }, (_, place) => `2026-11-0${place + 1}`);
    const events = [...many.map((on) => happened(on)), happened("2026-11-01", "Loan open")];
    const { marks, left } = eventMarks(events, many, "day");
    expect(marks.map(({ day }) => day)).toEqual(many.slice(3));
    expect(leftOutNotes(left)).toEqual(["4 earlier events are not marked."]);
    expect(leftOutNotes(1)).toEqual(["1 earlier event is not marked."]);
    expect(leftOutNotes(0)).toEqual([]);
  });
});
