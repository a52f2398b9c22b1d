import type { GetPlanResponse, PlanPart } from "@/api/contract";
import { Card } from "@/components/Card";
import { type FactColumn, FactTable } from "@/components/table/FactTable";
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

const columns: ReadonlyArray<FactColumn> = [
  { title: "Data" },
  { title: "History" },
  { title: "Delay" },
  { title: "Rows per answer", isNumber: true },
  { title: "Exports" },
];

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
      title="Included in your plan"
      lead={
        isOpenSet(plans)
          ? "Every plan of this installation includes all data."
          : "The data that the plan includes, part by part, and its limits."
      }
    >
      {first ? (
        <>
          <FactTable
            label="Data of the plan"
            columns={columns}
            rows={parts.map((part) => ({
              key: part.description,
              cells: [
                <span key="data" className="font-normal">
                  {dataText(part, nameOf)}
                </span>,
                <span key="history" className="inline-block min-w-20">
                  {historyText(part.time)}
                </span>,
                delayText(part.time),
                answerRowsText(part.limits),
                exportText(part),
              ],
            }))}
          />
          <Rates {...first} />
        </>
      ) : (
        <p className="px-(--card-pad) py-4 text-text-2">The plan includes no data.</p>
      )}
      {has_further_access && (
        <p className="border-line border-t px-(--card-pad) py-3 text-sm text-text-2">
          An administrator has granted your organization further access, which is not listed here.
        </p>
      )}
    </Card>
  );
}
