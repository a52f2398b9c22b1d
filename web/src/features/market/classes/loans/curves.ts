import type { GetAggregateResponse, Loan, SeriesGroup } from "@/api/contract";
import { combinedQualifier } from "@/charts/data/valueReason";
import { shareOf } from "@/charts/explanation/windows";
import { endOf } from "@/charts/measures/intervals";
import type { Day } from "@/lib/dates/day";
import { exactSum } from "@/lib/exactSum";
import { onDay, type PointQualifier, qualifierOf } from "@/lib/format/qualifiers";
import { newestMarks } from "../../rankings/rowQualifiers";
import { lastByKey, type SplitGroup } from "../splits";
import { type DatedLoan, originationDay, originationGroup, type VintageStep } from "./loanVintages";

/** The principal that a loan had defaulted on by the end of a month. */
export type DefaultedLoan = { slug: string; name: string; month: Day; amount: number };

/** How much of what was lent had ever gone into default, a number of months after the loans were made. */
export type CurvePoint = {
  months: number;
  /** The loans of the vintage, all of which are that old already, and what was lent by them. */
  of: ReadonlyArray<string>;
  lent: number;
  failed: ReadonlyArray<DefaultedLoan>;
  rate: number;
  /** How the defaults came to be, up to the newest of their months, and what was lent. */
  mark: PointQualifier;
  lentMark: PointQualifier;
};

export type Curve = SplitGroup & {
  count: number;
  /** The part of the principal originated of whose loans the curve is: the defaults of others are unknown, or exceed it. */
  coverage: number | null;
  sample: boolean;
  /** From the month in which the loans were made on; null where none of them has a value. */
  points: ReadonlyArray<CurvePoint | null>;
};

type CurveLoan = DatedLoan & Pick<Loan, "name">;

function monthsBetween(from: Day, to: Day): number {
  const months = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return months(to) - months(from);
}

type LoanSeries = {
  loan: CurveLoan;
  lent: number;
  lentMark: PointQualifier | undefined;
  made: Day;
} & Pick<SeriesGroup, "values" | "qualifiers">;

function pointOf(
  courses: ReadonlyArray<LoanSeries>,
  dates: ReadonlyArray<Day>,
  months: number,
): CurvePoint | null {
  const [first] = dates;
  if (first === undefined) return null;
  const started = courses.flatMap(({ loan, lent, lentMark, made, values, qualifiers }) => {
    const place = monthsBetween(first, made) + months;
    const amount = values[place] ?? null;
    const month = dates[place];
    if (amount === null || month === undefined) return [];
    return [{ loan, lent, lentMark, month, amount, mark: qualifierOf(qualifiers, month) }];
  });
  const lent = exactSum(started.map((one) => one.lent));
  // With fewer loans at a greater age a cumulative rate could fall, which it must not.
  if (lent <= 0 || started.length < courses.length) return null;
  const failed = started.flatMap(({ loan: { slug, name }, month, amount }) =>
    amount > 0 ? [{ slug, name, month, amount }] : [],
  );
  const rate = exactSum(failed.map(({ amount }) => amount)) / lent;
  const of = started.map(({ loan }) => loan.slug);
  const [lastMonth = first] = started
    .map(({ month }) => month)
    .toSorted()
    .toReversed();
  const mark = combinedQualifier(started.map((one) => one.mark ?? {}));
  const lentMark = combinedQualifier(started.map((one) => one.lentMark ?? {}));
  return { months, of, lent, failed, rate, mark: onDay(mark, endOf("month", lastMonth)), lentMark };
}

type Answers = Readonly<Record<"originated" | "defaulted", GetAggregateResponse>>;

/** The cumulative defaults of the loans of each year or quarter by their age, up to that of the youngest loan. */
export function curvesOf(
  loans: ReadonlyArray<CurveLoan>,
  { originated, defaulted }: Answers,
  step: VintageStep,
): ReadonlyArray<Curve> {
  const [lentBy, lentMarks] = [lastByKey(originated), newestMarks(originated)];
  const defaults = new Map(defaulted.groups.map((group) => [group.key, group]));
  type Group = { part: SplitGroup; lent: number[]; courses: LoanSeries[]; sample: boolean };
  const byGroup = new Map<string, Group>();
  for (const loan of loans) {
    const [part, made, lent] = [
      originationGroup(loan, step),
      originationDay(loan),
      lentBy.get(loan.slug),
    ];
    if (!part || made === null || !lent) continue;
    const course = defaults.get(loan.slug);
    const known = course?.values.flatMap((value) => value ?? []) ?? [];
    const group = byGroup.get(part.key) ?? { part, lent: [], courses: [], sample: false };
    group.lent.push(lent);
    // Defaults that exceed what was lent are wrong.
    if (course && known.length > 0 && known.every((amount) => amount <= lent)) {
      const { values, qualifiers } = course;
      const lentMark = lentMarks.get(loan.slug);
      group.courses.push({ loan, lent, lentMark, made, values, qualifiers });
      group.sample ||= course.has_sample;
    }
    byGroup.set(part.key, group);
  }
  const newest = defaulted.dates.at(-1);
  return [...byGroup.values()]
    .filter(({ courses }) => courses.length > 0)
    .map(({ part, lent, courses, sample }): Curve => {
      const oldest = Math.max(...courses.map(({ made }) => monthsBetween(made, newest ?? made)));
      const points = Array.from({ length: Math.max(0, oldest + 1) }, (_, months) =>
        pointOf(courses, defaulted.dates, months),
      );
      const coverage = shareOf(exactSum(courses.map((one) => one.lent)), exactSum(lent));
      return { ...part, count: courses.length, coverage, sample, points };
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** The ages that columns are of: those of them that any loan has reached. */
export function agesOf(curves: ReadonlyArray<Curve>): ReadonlyArray<number> {
  return [3, 6, 9, 12, 18, 24, 36].filter((age) => curves.some(({ points }) => points[age]));
}
