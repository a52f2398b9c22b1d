import type { GetPlanResponse } from "@/api/contract";
import { Card } from "@/components/Card";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { commonText, comparePlans } from "./planComparison";
import { WideTable } from "./WideTable";

/** All plans of the installation beside each other. */
export function CompareCard({ plan: { plan, plans } }: { plan: GetPlanResponse }) {
  const { nameOf } = useConditionNames(
    plans.flatMap(({ parts }) => parts.flatMap((part) => part.where)),
  );
  const { columns, rows } = comparePlans(plans, nameOf);
  return (
    <Card title="Compare plans" lead={commonText(plans)}>
      <WideTable
        label="Plans"
        columns={["Plan", ...columns]}
        rows={rows.map((row) => ({
          key: row.plan,
          isCurrent: row.plan === plan,
          cells: [row.plan === plan ? `${row.label} (yours)` : row.label, ...row.values],
        }))}
      />
    </Card>
  );
}
