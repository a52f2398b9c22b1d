import type { GetPlanResponse, PlanPart } from "@/api/contract";
import { Card } from "@/components/Card";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import {
  answerRowsText,
  dataText,
  dayText,
  delayText,
  exportText,
  historyText,
  isOpenSet,
  rateText,
} from "./planTexts";
import { WideTable } from "./WideTable";

/** The rates are those of the plan: its policies state the same. */
function Rates({ limits }: PlanPart) {
  const facts = [
    ["Requests by programs", rateText(limits)],
    ["Requests per day", dayText(limits)],
  ] as const;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-y-2 border-line border-t px-(--card-pad) py-3 sm:grid-cols-[180px_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-2">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The data that a plan allows, part by part, and its rates. */
export function TermsCard({
  plan: { plan, plans, has_further_access },
}: {
  plan: GetPlanResponse;
}) {
  const parts = plans.find((terms) => terms.plan === plan)?.parts ?? [];
  const { nameOf } = useConditionNames(parts.flatMap(({ where }) => where));
  const [first] = parts;
  return (
    <Card
      title="What it allows"
      lead={isOpenSet(plans) ? "Every plan of this installation includes all data." : undefined}
    >
      {first ? (
        <>
          <WideTable
            label="Data that the plan allows"
            columns={["Data", "History", "Delay", "Rows per answer", "Exports"]}
            rows={parts.map((part) => ({
              key: part.description,
              cells: [
                dataText(part, nameOf),
                historyText(part.time),
                delayText(part.time),
                answerRowsText(part.limits),
                exportText(part),
              ],
            }))}
          />
          <Rates {...first} />
        </>
      ) : (
        <p className="px-(--card-pad) py-4 text-text-2">The plan allows no data.</p>
      )}
      {has_further_access && (
        <p className="border-line border-t px-(--card-pad) py-3 text-sm text-text-2">
          An administrator has granted your organization further access, which is not listed here.
        </p>
      )}
    </Card>
  );
}
