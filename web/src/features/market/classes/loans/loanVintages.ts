import type { GetAggregateResponse, Loan } from "@/api/contract";
import { calendarPeriod } from "@/lib/dates/calendarPeriod";
import type { Day } from "@/lib/dates/day";
import { sumOfKnown } from "@/lib/exactSum";
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

/** Loans that were made in one year or quarter, and what became of them. */
export type Vintage = SplitGroup & {
  of: ReadonlyArray<string>;
  originated: number | null;
  outstanding: number | null;
  defaulted: number | null;
  everDefaulted: number | null;
  recovered: number | null;
  writtenOff: number | null;
  /** Of all that was lent, what is in default. */
  rate: number | null;
  /** Of all that was lent, what ever went into default. */
  everRate: number | null;
  /** Of what was recovered or written off, what was written off. */
  loss: number | null;
  sample: boolean;
};

export type Dated = Pick<Loan, "slug" | "originated_on" | "starts_on">;

/** When a loan was made; null where that is not disclosed. */
export function madeOn({ originated_on: made, starts_on: starts }: Dated): Day | null {
  return made ?? starts;
}

export function madeIn(loan: Dated, step: VintageStep): SplitGroup | null {
  const day = madeOn(loan);
  return day === null ? null : calendarPeriod(day, step);
}

/** The amounts of a vintage that are sums over its loans. */
export type VintageAmount =
  | "originated"
  | "outstanding"
  | "defaulted"
  | "everDefaulted"
  | "recovered"
  | "writtenOff";

export type VintageAmounts = Readonly<Record<VintageAmount, number | null>>;

type Answers = Readonly<Record<VintageAmount, GetAggregateResponse>>;

function shareOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : part / whole;
}

/** The shares of a vintage, or of all of them, which follow from the amounts. */
export function vintageRates(amounts: VintageAmounts) {
  const { originated, recovered, writtenOff } = amounts;
  const resolved = recovered === null || writtenOff === null ? null : recovered + writtenOff;
  return {
    rate: shareOf(amounts.defaulted, originated),
    everRate: shareOf(amounts.everDefaulted, originated),
    loss: shareOf(writtenOff, resolved),
  };
}

function summed(values: ReadonlyMap<string, number | null>, of: ReadonlyArray<string>) {
  return sumOfKnown(of.map((key) => values.get(key)));
}

/** Loans by when they were made, the oldest first; only those of which it is known what was lent. */
export function vintagesOf(
  loans: ReadonlyArray<Dated>,
  answers: Answers,
  step: VintageStep,
): ReadonlyArray<Vintage> {
  const dated = new Map(loans.map((loan) => [loan.slug, loan]));
  const values = {
    originated: lastByKey(answers.originated),
    outstanding: lastByKey(answers.outstanding),
    defaulted: lastByKey(answers.defaulted),
    everDefaulted: lastByKey(answers.everDefaulted),
    recovered: lastByKey(answers.recovered),
    writtenOff: lastByKey(answers.writtenOff),
  };
  const byGroup = new Map<string, { part: SplitGroup; of: string[]; sample: boolean }>();
  for (const { key, has_sample: isSample } of answers.originated.groups) {
    const loan = key === null ? undefined : dated.get(key);
    const part = loan && madeIn(loan, step);
    if (!loan || !part) continue;
    const { of, sample } = byGroup.get(part.key) ?? { of: [], sample: false };
    byGroup.set(part.key, { part, of: [...of, loan.slug], sample: sample || isSample });
  }
  return [...byGroup.values()]
    .map(({ part, of, sample }) => {
      const amounts = {
        originated: summed(values.originated, of),
        outstanding: summed(values.outstanding, of),
        defaulted: summed(values.defaulted, of),
        everDefaulted: summed(values.everDefaulted, of),
        recovered: summed(values.recovered, of),
        writtenOff: summed(values.writtenOff, of),
      };
      return { ...part, of, ...amounts, ...vintageRates(amounts), sample };
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
