import type { GetPlanResponse } from "@/api/contract";
import { Card } from "@/components/Card";
import { FactTable } from "@/components/table/FactTable";
import { Pill } from "@/components/ui/marks/Pill";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { commonText, comparePlans, type PlanValue } from "./planComparison";

function Value({ value: { text, detail } }: { value: PlanValue }) {
  return (
    <>
      {text}
      {detail && <span className="block text-text-2">{detail}</span>}
    </>
  );
}

/** All plans of the installation beside each other. */
export function CompareCard({ plan: { plan, plans } }: { plan: GetPlanResponse }) {
  const { nameOf } = useConditionNames(
    plans.flatMap(({ parts }) => parts.flatMap((part) => part.where)),
  );
  const { columns, rows } = comparePlans(plans, nameOf);
  return (
    <Card title="Compare plans" lead={commonText(plans)}>
      <FactTable
        label="Plans"
        columns={[{ title: "Plan" }, ...columns]}
        rows={rows.map((row) => ({
          key: row.plan,
          isCurrent: row.plan === plan,
          cells: [
            row.plan === plan ? (
              <span key="plan" className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span className="whitespace-nowrap">{row.label}</span>{" "}
                <Pill tone="info">Your plan</Pill>
              </span>
            ) : (
              <span key="plan" className="whitespace-nowrap">
                {row.label}
              </span>
            ),
            ...row.values.map((value, at) => <Value key={columns[at]?.title} value={value} />),
          ],
        }))}
      />
    </Card>
  );
}
