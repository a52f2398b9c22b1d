import { mostChartGroups } from "@/api/contract";
import { explain, type NumberKey } from "@/app-state/numberExplanation";
import { earlierOf, endOf, lastMonthEnd } from "@/charts/measures/intervals";
import { requestOf } from "@/charts/queries/aggregateQuery";
import { loansOf, slugs } from "@/charts/queries/measures";
import { Lazy } from "@/components/Lazy";
import { Sparkline } from "@/components/Sparkline";
import { TableFile } from "@/components/tableFile/TableFile";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import { Percent } from "@/components/ui/text/Figure";
import { addMonths, type Day, lastDay } from "@/lib/dates/day";
import { formatDay, formatMoneyExact, formatPercent } from "@/lib/format";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { failureOf } from "@/lists/AssetTable";
import { type CardColumn, CardTable } from "@/lists/table/CardTable";
import { ExplainNumber } from "@/records/ExplainNumber";
import { explainedMembers } from "../explainedMembers";
import { agesOf, type Curve, type CurvePoint, curvesOf, type DefaultedLoan } from "./curves";
import { useCatalogLoans, useLoanAnswers } from "./loanAnswers";
import {
  type DatedLoan,
  noLoans,
  originationDay,
  type VintageStep,
  vintageSteps,
} from "./loanVintages";
import { useVintageStep } from "./useVintageStep";

const title = "Cumulative default curves";
const lead =
  "Principal that ever went into default by months since origination, as a share of the principal originated, of loans whose defaults are known and do not exceed it. Each curve ends at the age of its youngest loan.";
const loadChart = async () => (await import("./CurvesChart")).CurvesChart;
const chartHeight = "h-[420px]";
const longestYears = 10;
/** Where there is little room, only these ages have a column. */
const narrow = [3, 6, 12, 24];

/** When the first of the loans was made, or the first known day. */
function firstMonth(loans: ReadonlyArray<DatedLoan>, to: Day): Day {
  const made = loans.flatMap((loan) => originationDay(loan) ?? to).toSorted();
  const [oldest = to] = made;
  const longest = addMonths(to, -12 * longestYears);
  return oldest < longest ? longest : earlierOf(oldest, to);
}

function useCurves(step: VintageStep) {
  const day = lastDay();
  const to = lastMonthEnd(day);
  const by = { by: "token", limit: mostChartGroups } as const;
  const { catalog, loans, rest } = useCatalogLoans();
  const months = { from: firstMonth(loans ?? [], to), to, interval: "month" } as const;
  const { whole, answers, origin } = useLoanAnswers(
    [
      requestOf(loansOf(slugs.originated), { from: day, to: day }, by),
      requestOf(loansOf(slugs.everDefaulted), months, by),
    ],
    loans,
    loans !== undefined,
  );
  const [originated, defaulted] = whole;
  const rows =
    originated && loans && defaulted ? curvesOf(loans, { originated, defaulted }, step) : undefined;
  return { rows, day, rest, origin, answers: [...answers, catalog] };
}

function explainedFailed({ slug, name, month, amount }: DefaultedLoan) {
  const key = { subject_kind: "loan" as const, subject_slug: slug, measure: slugs.everDefaulted };
  const date = endOf("month", month);
  return {
    name: `${name}, ${formatDay(date)}`,
    figure: formatMoneyExact(amount),
    number: { kind: "series" as const, key, date },
  };
}

/** The explanation of a rate: the originations, and the loans that went into default. */
function explainedPoint(curve: Curve, point: CurvePoint, day: Day): NumberKey | null {
  const lent = explainedMembers(slugs.originated, { name: curve.name, of: point.of }, day, "loan");
  if (!lent) return null;
  const { sample } = curve;
  return {
    kind: "several",
    name: `${curve.name}, defaulted within ${point.months} months`,
    items: [
      { name: "Originated", figure: formatMoneyExact(point.lent), number: lent, sample },
      ...point.failed.map((loan) => ({ ...explainedFailed(loan), sample })),
    ],
    method: `Principal that went into default by the end of the month ${point.months} months after origination, divided by the principal originated. Recoveries and write-offs do not reduce it. Covers every loan of the vintage whose defaults are known and do not exceed its principal; loans without defaults are not listed.`,
    figure: formatPercent(point.rate, 4),
  };
}

function Rate({ curve, age, day }: { curve: Curve; age: number; day: Day }) {
  const point = curve.points[age];
  return (
    <Starred reason={qualifierLabel(point?.mark)}>
      <ExplainNumber
        number={point ? explainedPoint(curve, point, day) : null}
        label={`Defaulted within ${age} months, ${curve.name}`}
      >
        <Percent
          value={point?.rate ?? null}
          places={1}
          reason="Not all loans have reached this age"
        />
      </ExplainNumber>
    </Starred>
  );
}

/** How much of what was lent the curve covers. */
const coverageColumn: CardColumn<Curve> = {
  id: "coverage",
  header: "Coverage",
  kind: "share",
  description: "Share of the principal originated that the curve covers",
  wideOnly: true,
  cell: ({ coverage }) => <Percent value={coverage} places={1} reason="Not available" />,
};

/** The share of the loans of one vintage that ever went into default, by age. */
export function DefaultCurves() {
  const [step, setStep] = useVintageStep();
  const { rows, day, rest, origin, answers } = useCurves(step);
  const shown = rows ?? [];
  const ages = agesOf(shown);
  const explainPoint = (curve: Curve, months: number) => {
    const point = curve.points[months];
    const explained = point ? explainedPoint(curve, point, day) : null;
    return explained && (() => explain(explained));
  };
  return (
    <>
      {shown.length > 0 && (
        <Lazy
          below
          load={loadChart}
          give={{
            curves: shown,
            unitLine: `Percent of principal originated, by months since origination, up to the age of the youngest loan.${rest}`,
            origin,
            explainPoint,
          }}
          fallback={<div className={chartHeight} />}
        />
      )}
      <CardTable
        title={title}
        lead={`${lead}${rest}`}
        beside={
          <>
            {shown.some(({ sample }) => sample) && <SampleTag />}
            <SegmentedControl label="By" segments={vintageSteps} value={step} onChange={setStep} />
            <TableFile
              title={`${title} by ${step}`}
              rows={rows?.flatMap((curve) =>
                curve.points.flatMap((point) => (point ? [{ curve, point }] : [])),
              )}
              sampleOf={({ curve }) => curve.sample}
              origin={origin}
              columns={[
                { name: step, value: ({ curve }) => curve.key },
                { name: "months", value: ({ point }) => point.months },
                { name: "loans", value: ({ point }) => point.of.length },
                {
                  name: "originated_dollar",
                  value: ({ point }) => point.lent,
                  mark: ({ point }) => point.lentMark,
                },
                {
                  name: "cumulative_default_rate",
                  value: ({ point }) => point.rate,
                  mark: ({ point }) => point.mark,
                },
                { name: "coverage", value: ({ curve }) => curve.coverage },
              ]}
            />
          </>
        }
        columns={[
          { id: "vintage", header: "Vintage", kind: "text", cell: ({ name }) => name },
          ...ages.map((age) => ({
            id: `months_${age}`,
            header: `${age} months`,
            kind: "share" as const,
            wideOnly: !narrow.includes(age),
            cell: (curve: Curve) => <Rate curve={curve} age={age} day={day} />,
          })),
          ...(shown.every(({ coverage }) => coverage === 1) ? [] : [coverageColumn]),
          {
            id: "curve",
            header: "Curve",
            kind: "trend",
            wideOnly: true,
            cell: (curve) => (
              <Sparkline
                values={curve.points.map((point) => point?.rate ?? null)}
                label={`${curve.name}, ${curve.points.length} months`}
                width={96}
              />
            ),
          },
        ]}
        rows={rows}
        facts={{ id: ({ key }) => key, name: ({ name }) => name, sample: ({ sample }) => sample }}
        empty={noLoans}
        {...failureOf(answers)}
      />
    </>
  );
}
