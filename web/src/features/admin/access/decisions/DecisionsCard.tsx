import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { DecisionDay, DecisionsOnAction, GetDecisionHistogramResponse } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { BarKey, DailyBars } from "@/components/DailyBars";
import { ErrorState } from "@/components/states/ErrorState";
import { type FactColumn, FactTable } from "@/components/table/FactTable";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { formatCountFull, formatDay } from "@/lib/format";
import { dailyDecisions, decisionsText, outcomes, sumOf } from "./dailyDecisions";
import { counted, needsText, outcomeLabels, outcomeTones } from "./decisionTexts";

const leads = {
  role: "Decisions on calls for data by holders of this role. A call that needs several permissions has a decision on each.",
  policy: "Decisions on the calls that this policy is about, also where other policies decided.",
  assignment:
    "Decisions on the calls of holders of the role that the policy is about, also where other policies decided.",
} as const;

type DecisionsCardProps = { kind: keyof typeof leads; id: string };

/** The bars for screen readers: the days with decisions, the newest first. */
function DaysTable({ days }: { days: ReadonlyArray<DecisionDay> }) {
  return (
    <table className="sr-only">
      <caption>Decisions by day (UTC)</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {outcomes.map((outcome) => (
            <th key={outcome} scope="col">
              {outcomeLabels[outcome]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days
          .filter((day) => sumOf(day) > 0)
          .toReversed()
          .map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day)}</th>
              {outcomes.map((outcome) => (
                <td key={outcome}>{formatCountFull(day[outcome])}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

const columns: ReadonlyArray<FactColumn> = [
  { title: "Action" },
  ...outcomes.map((outcome) => ({ title: outcomeLabels[outcome], isNumber: true })),
];

function ActionsTable({ actions }: { actions: ReadonlyArray<DecisionsOnAction> }) {
  return (
    <div className="border-line border-t">
      <FactTable
        label="Decisions by action"
        columns={columns}
        rows={actions.map((row) => ({
          key: `${row.action} ${row.endpoint}`,
          cells: [
            <span key="action" className="font-normal">
              {needsText([row], null)}
            </span>,
            ...outcomes.map((outcome) => formatCountFull(row[outcome])),
          ],
        }))}
      />
    </div>
  );
}

function Histogram({ answer }: { answer: GetDecisionHistogramResponse }) {
  const days = dailyDecisions(answer.days, new Date().toISOString().slice(0, 10));
  const total = (outcome: (typeof outcomes)[number]) =>
    days.reduce((sum, day) => sum + day[outcome], 0);
  const totals = {
    allowed: total("allowed"),
    narrowed: total("narrowed"),
    refused: total("refused"),
  };
  const lost = answer.lost > 0 && (
    <p className="border-line border-t px-(--card-pad) py-2.5 text-sm text-text-2">
      {counted(answer.lost, "decision")} across all roles and policies could not be counted in this
      period.
    </p>
  );
  if (sumOf(totals) === 0) {
    return (
      <>
        <p className="px-(--card-pad) py-4 text-text-2">No decisions in the last 30 days.</p>
        {lost}
      </>
    );
  }
  return (
    <>
      <div className="flex flex-col gap-2 px-(--card-pad) py-3">
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
          <span className="num font-medium">{decisionsText(totals)}</span>
          <span className="flex gap-x-3 text-text-2">
            {outcomes.map((outcome) => (
              <BarKey key={outcome} tone={outcomeTones[outcome]}>
                {outcomeLabels[outcome]}
              </BarKey>
            ))}
          </span>
        </p>
        <DailyBars
          days={days.map((day) => {
            const parts = outcomes.map((outcome) => day[outcome]);
            return { day: day.day, parts, text: decisionsText(day) };
          })}
          tones={outcomes.map((outcome) => outcomeTones[outcome])}
        />
        <DaysTable days={days} />
      </div>
      <ActionsTable actions={answer.actions} />
      {lost}
    </>
  );
}

/** How policies decided on each of the last 30 days: in bars, by action, and as a table for screen readers. */
export function DecisionsCard({ kind, id }: DecisionsCardProps) {
  const trpc = useTRPC();
  const decisions = useQuery(
    trpc.accessDecisions.histogram.queryOptions({ record_id: id }, { staleTime: 0 }),
  );
  return (
    <Card title="Decisions of the last 30 days" lead={leads[kind]}>
      {decisions.isPending && (
        <Loading label="Loading the decisions">
          <div className="px-(--card-pad) py-3">
            <Skeleton className="h-[136px] w-full rounded-sm" />
          </div>
        </Loading>
      )}
      {decisions.isError && !decisions.data && (
        <ErrorState
          what="The decisions"
          failure={describeFailure(decisions.error)}
          onRetry={() => void decisions.refetch()}
        />
      )}
      {decisions.data && <Histogram answer={decisions.data} />}
    </Card>
  );
}
