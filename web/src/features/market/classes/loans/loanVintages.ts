import type { GetAggregateResponse, Loan } from "@/api/contract";
import { combinedQualifier } from "@/charts/data/valueReason";
import { shareOf } from "@/charts/explanation/windows";
import { calendarPeriod } from "@/lib/dates/calendarPeriod";
import type { Day } from "@/lib/dates/day";
import { sumOfKnown } from "@/lib/exactSum";
import type { PointQualifier } from "@/lib/format/qualifiers";
import { newestMarks } from "../../rankings/rowQualifiers";
import { lastByKey, type SplitGroup } from "../splits";

export type VintageStep = "year" | "quarter";

/** The message of the tables of vintages without loans. */
export const noLoans = {
  title: "No loan data available",
  text: "Loan amounts appear after the first import.",
};

export const vintageSteps = [
  { value: "year", label: "Year" },
  { value: "quarter", label: "Quarter" },
] as const satisfies ReadonlyArray<{ value: VintageStep; label: string }>;

const vintageAmounts = [
  "originated",
  "outstanding",
  "defaulted",
  "everDefaulted",
  "recovered",
  "writtenOff",
] as const;

export type VintageAmount = (typeof vintageAmounts)[number];

type Amounts = Readonly<Record<VintageAmount, number | null>>;

/** A share of all that was lent, in default now or ever, or that of write-offs in what was recovered or written off. */
export type VintageRate = "rate" | "everRate" | "loss";

/** A share of the loans of which all of its amounts are known. */
type LoanRate = {
  of: ReadonlyArray<string>;
  amounts: Amounts;
  share: number | null;
  mark: PointQualifier;
};

/** The amounts and rates of some loans. */
export type Lending = {
  of: ReadonlyArray<string>;
  amounts: Amounts;
  /** How each amount came to be, where it was not measured on its day. */
  marks: Readonly<Record<VintageAmount, PointQualifier>>;
  rates: Readonly<Record<VintageRate, LoanRate>>;
  /** The part of the principal originated of whose loans the default rates are. */
  coverage: number | null;
};

/** Loans that were made in one year or quarter. */
export type Vintage = SplitGroup & Lending & { sample: boolean };

export type DatedLoan = Pick<Loan, "slug" | "originated_on" | "starts_on">;

/** When a loan was made; null where that is not disclosed. */
export function originationDay({ originated_on: made, starts_on: starts }: DatedLoan): Day | null {
  return made ?? starts;
}

export function originationGroup(loan: DatedLoan, step: VintageStep): SplitGroup | null {
  const day = originationDay(loan);
  return day === null ? null : calendarPeriod(day, step);
}

type Answers = Readonly<Record<VintageAmount, GetAggregateResponse>>;

type LoanAmounts = Readonly<Record<VintageAmount, ReadonlyMap<string, number | null>>>;

/** Marks the sum of an amount of some loans, or the rate of several. */
type MarkOf = (
  of: ReadonlyArray<string>,
  ...amounts: ReadonlyArray<VintageAmount>
) => PointQualifier;

function marking(values: LoanAmounts, answers: Answers): MarkOf {
  const marks = new Map(vintageAmounts.map((amount) => [amount, newestMarks(answers[amount])]));
  return (of, ...amounts) =>
    combinedQualifier(
      amounts.flatMap((amount) =>
        of
          .filter((slug) => (values[amount].get(slug) ?? null) !== null)
          .map((slug) => marks.get(amount)?.get(slug) ?? {}),
      ),
    );
}

/** The amounts without which a rate is not known. */
const inputs: Readonly<Record<VintageRate, ReadonlyArray<VintageAmount>>> = {
  rate: ["originated", "defaulted"],
  everRate: ["originated", "everDefaulted"],
  loss: ["recovered", "writtenOff"],
};

function amountsOf(values: LoanAmounts, of: ReadonlyArray<string>): Amounts {
  const sum = (amount: VintageAmount) => sumOfKnown(of.map((slug) => values[amount].get(slug)));
  return {
    originated: sum("originated"),
    outstanding: sum("outstanding"),
    defaulted: sum("defaulted"),
    everDefaulted: sum("everDefaulted"),
    recovered: sum("recovered"),
    writtenOff: sum("writtenOff"),
  };
}

function shareIn(rate: VintageRate, amounts: Amounts): number | null {
  if (rate === "rate") return shareOf(amounts.defaulted, amounts.originated);
  if (rate === "everRate") return shareOf(amounts.everDefaulted, amounts.originated);
  return shareOf(amounts.writtenOff, sumOfKnown([amounts.recovered, amounts.writtenOff]));
}

/**
 * Loans of which a default is unknown are in no rate, as they would count as loans without one; nor are those that
 * defaulted on more than was lent, an input of which is wrong.
 */
function lendingOf(values: LoanAmounts, markOf: MarkOf, of: ReadonlyArray<string>): Lending {
  const rateOf = (rate: VintageRate): LoanRate => {
    const isUsable = (slug: string, amount: VintageAmount) => {
      const value = values[amount].get(slug) ?? null;
      return value !== null && (rate === "loss" || value <= (values.originated.get(slug) ?? 0));
    };
    const known = of.filter((slug) => inputs[rate].every((amount) => isUsable(slug, amount)));
    const amounts = amountsOf(values, known);
    const mark = markOf(known, ...inputs[rate]);
    return { of: known, amounts, share: shareIn(rate, amounts), mark };
  };
  const amounts = amountsOf(values, of);
  const rates = { rate: rateOf("rate"), everRate: rateOf("everRate"), loss: rateOf("loss") };
  const covered = Math.min(
    ...[rates.rate, rates.everRate].map((rate) => rate.amounts.originated ?? 0),
  );
  const marks = {
    originated: markOf(of, "originated"),
    outstanding: markOf(of, "outstanding"),
    defaulted: markOf(of, "defaulted"),
    everDefaulted: markOf(of, "everDefaulted"),
    recovered: markOf(of, "recovered"),
    writtenOff: markOf(of, "writtenOff"),
  };
  return { of, amounts, marks, rates, coverage: shareOf(covered, amounts.originated) };
}

/** Loans by when they were made, the oldest first, and all of them; only those of which it is known what was lent. */
export function vintagesOf(
  loans: ReadonlyArray<DatedLoan>,
  answers: Answers,
  step: VintageStep,
): { rows: ReadonlyArray<Vintage>; all: Lending } {
  const dated = new Map(loans.map((loan) => [loan.slug, loan]));
  const values: LoanAmounts = {
    originated: lastByKey(answers.originated),
    outstanding: lastByKey(answers.outstanding),
    defaulted: lastByKey(answers.defaulted),
    everDefaulted: lastByKey(answers.everDefaulted),
    recovered: lastByKey(answers.recovered),
    writtenOff: lastByKey(answers.writtenOff),
  };
  const markOf = marking(values, answers);
  const byGroup = new Map<string, { part: SplitGroup; of: string[]; sample: boolean }>();
  for (const { key, has_sample: isSample } of answers.originated.groups) {
    const loan = key === null ? undefined : dated.get(key);
    const part = loan && originationGroup(loan, step);
    if (!loan || !part) continue;
    const { of, sample } = byGroup.get(part.key) ?? { of: [], sample: false };
    byGroup.set(part.key, { part, of: [...of, loan.slug], sample: sample || isSample });
  }
  const rows = [...byGroup.values()]
    .map(({ part, of, sample }) => ({ ...part, ...lendingOf(values, markOf, of), sample }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const all = lendingOf(
    values,
    markOf,
    rows.flatMap(({ of }) => of),
  );
  return { rows, all };
}
