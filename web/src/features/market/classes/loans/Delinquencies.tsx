import type { ReactNode } from "react";
import { mostChartGroups } from "@/api/contract";
import { useAggregates } from "@/api/series";
import type { NumberKey } from "@/app-state/numberExplanation";
import { newestText } from "@/charts/data/tableNotes";
import { useOrigins } from "@/charts/data/useOrigin";
import { explainedMembership, explainedShare, partOf } from "@/charts/explanation/numberParts";
import { requestOf } from "@/charts/queries/aggregateQuery";
import { loansOf, slugs } from "@/charts/queries/measures";
import { TableFile } from "@/components/tableFile/TableFile";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import { Count, Money } from "@/components/ui/text/Figure";
import { type Day, lastDay } from "@/lib/dates/day";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { failureOf } from "@/lists/AssetTable";
import { CardTable } from "@/lists/table/CardTable";
import { ShareBar } from "@/lists/table/ShareBar";
import { ExplainNumber } from "@/records/ExplainNumber";
import { atRisk, type Delinquency, delinquencies, delinquencyRanges } from "./delinquency";

const title = "Delinquency";
/** Why loans are not counted: an answer has no more of them apart. */
const many = `More than ${mostChartGroups} loans`;

function useDelinquencies() {
  const to = lastDay();
  const by = { by: "token", limit: mostChartGroups } as const;
  const requests = [slugs.activeLoans, ...delinquencyRanges.map(({ measure }) => measure)].map(
    (measure) => requestOf(loansOf(measure), { from: to, to }, by),
  );
  const answers = useAggregates(requests);
  const all = answers.flatMap(({ data }) => data ?? []);
  const [outstanding, ...ranges] = all;
  const isComplete = all.length === requests.length;
  const rows = isComplete && outstanding ? delinquencies(outstanding, ranges) : undefined;
  const origin = useOrigins(
    requests,
    answers.map(({ data }) => data),
  );
  return { rows, outstanding, to, origin, answers };
}

function explainedSum(measure: string, name: string, date: Day): NumberKey {
  return { kind: "aggregate", of: { measure, subject_kind: "loan" }, date, name };
}

/** The principal of overdue loans by the days for which their oldest unpaid payment is past due. */
export function Delinquencies() {
  const { rows, outstanding, to, origin, answers } = useDelinquencies();
  const shown = rows ?? [];
  const largest = Math.max(0, ...shown.map(({ share }) => share ?? 0));
  const risk = atRisk(shown);
  const whole = partOf(
    "Outstanding",
    outstanding?.total.values.at(-1) ?? null,
    explainedSum(slugs.activeLoans, "Outstanding", to),
    outstanding?.total.has_sample ?? false,
  );
  const mark = (row: Delinquency) => row.mark;
  const star = (row: Pick<Delinquency, "mark">, figure: ReactNode) => (
    <Starred reason={qualifierLabel(row.mark)}>{figure}</Starred>
  );
  const part = (row: Delinquency) =>
    partOf(row.name, row.amount, explainedSum(row.measure, row.name, to), row.sample);
  return (
    <CardTable
      title={title}
      lead={`Outstanding principal by days past due of the oldest unpaid payment, in default or not, end of day UTC. The last row is the portfolio at risk: more than 30 days past due.${newestText(outstanding)}`}
      beside={
        <>
          {shown.some(({ sample }) => sample) && <SampleTag />}
          <TableFile
            title={title}
            rows={rows}
            sampleOf={({ sample }) => sample}
            origin={origin}
            columns={[
              { name: "days_past_due", value: ({ name }) => name },
              { name: "loans", value: ({ loans }) => loans },
              { name: "outstanding_dollar", value: ({ amount }) => amount, mark },
              { name: "share_of_outstanding", value: ({ share }) => share, mark },
            ]}
          />
        </>
      }
      columns={[
        {
          id: "range",
          header: "Past due",
          kind: "text",
          cell: ({ name }) => name,
          total: "Over 30 days",
        },
        {
          id: "loans",
          header: "Loans",
          kind: "number",
          wideOnly: true,
          cell: (row) => (
            <ExplainNumber
              number={
                row.loans === null ? null : explainedMembership(row.name, part(row), row.loans)
              }
              label={`Loans, ${row.name}`}
            >
              <Count value={row.loans} full reason={many} />
            </ExplainNumber>
          ),
          total: <Count value={risk.loans} full reason={many} />,
        },
        {
          id: "amount",
          header: "Outstanding",
          unit: "US$ m",
          kind: "money",
          cell: (row) =>
            star(
              row,
              <ExplainNumber number={part(row).number} label={`Outstanding, ${row.name}`}>
                <Money value={row.amount} column="millions" reason="Not available" />
              </ExplainNumber>,
            ),
          total: star(risk, <Money value={risk.amount} column="millions" reason="Not available" />),
        },
        {
          id: "share",
          header: "Of outstanding",
          kind: "share",
          cell: (row) =>
            star(
              row,
              <ExplainNumber
                number={
                  row.share === null ? null : explainedShare(row.name, part(row), whole, row.share)
                }
                label={`Share of outstanding, ${row.name}`}
              >
                <ShareBar share={row.share} largest={largest} reason="Not available" />
              </ExplainNumber>,
            ),
          total: star(
            risk,
            <ShareBar share={risk.share} largest={largest} reason="Not available" />,
          ),
        },
      ]}
      rows={rows}
      facts={{
        id: ({ measure }) => measure,
        name: ({ name }) => name,
        sample: ({ sample }) => sample,
      }}
      empty={{
        title: "No days past due available",
        text: "Days past due appear after an import of loans that states them.",
      }}
      {...failureOf(answers)}
    />
  );
}
