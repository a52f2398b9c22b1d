import { activeLoansValue, totalOriginated } from "../measures/creditNames";
import type { AggregateQuery } from "../queries/aggregateQuery";
import type { ChartMeasure, Figure, Group } from "../queries/market";
import { chartMeasure, loansOf, slugs } from "../queries/measures";

type MeasureQuery = (measure: string) => AggregateQuery;

/** Beside amounts that borrowers owe. */
export const outstandingLine =
  "US$, end of day UTC, performing, late and in default until written off";

/** The outstanding principal of loans, without those in default. */
export function activeLoans(of: MeasureQuery): Figure {
  return {
    kind: "level",
    label: activeLoansValue,
    query: of(slugs.activeLoans),
    less: of(slugs.defaulted),
    unit: "money",
    remark:
      "Outstanding principal of performing and late loans; loans in default are shown separately.",
  };
}

const knownAlone = "Loans are excluded if it is not reported whether they defaulted.";

/** A rate of loans, weighted by what it is a share of. */
function rateOf(label: string, query: AggregateQuery, remark: string): Figure {
  return { kind: "level", label, query, unit: "rate", remark: `${remark} ${knownAlone}` };
}

export function defaultRate(of: MeasureQuery): Figure {
  const remark = "Principal in default today as a share of cumulative originations.";
  return rateOf("Default rate", of(slugs.defaultRate), remark);
}

/** Beside the current share, which falls as defaults are written off. */
export function lifetimeDefaults(of: MeasureQuery): readonly Figure[] {
  return [
    rateOf(
      "Cumulative default rate",
      of(slugs.lifetimeDefaultRate),
      "Principal that ever went into default as a share of cumulative originations.",
    ),
    rateOf(
      "Loss given default",
      of(slugs.lossGivenDefault),
      "Write-offs as a share of the defaulted principal that was recovered or written off.",
    ),
  ];
}

function amount(label: string, query: AggregateQuery): Figure {
  return { kind: "level", label, query, unit: "money" };
}

export const originated = amount(totalOriginated, loansOf(slugs.originated));
export const defaultedAmount = amount("Defaulted amount", loansOf(slugs.defaulted));

export const loanCount: Figure = {
  kind: "count",
  label: "Active loans",
  of: "loans",
  filter: { operator: "in", field: "status", value: ["active", "late"] },
};

export const baseRate: Figure = {
  kind: "level",
  label: "Base APR, by principal",
  query: { ...loansOf(slugs.interest), weight: slugs.activeLoans },
  unit: "rate",
  remark: "Percent per year, weighted by outstanding principal.",
};

/** The figures above the list of all loans. */
export const loanFigures: ReadonlyArray<Figure> = [
  activeLoans(loansOf),
  originated,
  loanCount,
  baseRate,
  {
    ...amount("Late amount", loansOf(slugs.late)),
    remark: "Outstanding principal of loans with a payment up to 90 days past due.",
  },
  defaultedAmount,
];

/** Late principal, and the remaining term of outstanding principal. */
export function lateAndTerm(of: MeasureQuery, by: readonly Group[]): readonly ChartMeasure[] {
  const shared = { kind: "stock", groups: by } as const;
  return [
    chartMeasure({
      ...shared,
      id: "late",
      label: "Late amount",
      query: of(slugs.late),
      unitLine: "US$, with a payment up to 90 days past due, UTC",
    }),
    chartMeasure({
      ...shared,
      id: "term",
      label: "Time to maturity",
      query: { ...of("days_to_maturity"), weight: slugs.activeLoans },
      unit: { kind: "count", noun: "days", per: 1, decimals: 1 },
      unitLine: "Days, weighted by outstanding principal",
    }),
  ];
}
