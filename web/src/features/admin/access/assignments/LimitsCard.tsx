import type { UseQueryResult } from "@tanstack/react-query";
import type { Limits, PolicyEntry } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import type { Column } from "@/components/table/columns";
import { NoFigure } from "@/components/ui/text/Figure";
import { CardTable } from "@/lists/table/CardTable";
import {
  amountLabels,
  amountNames,
  amountText,
  formatsLabel,
  formatsText,
  limitsInEffect,
} from "../limits";

type Row = { name: string; policy: string; own: string | null; effect: string };

const columns: ReadonlyArray<Column<Row>> = [
  { id: "name", header: "Limit", kind: "text", cell: ({ name }) => name },
  { id: "policy", header: "Policy", kind: "number", cell: ({ policy }) => policy },
  {
    id: "own",
    header: "Assignment",
    kind: "number",
    wideOnly: true,
    cell: ({ own }) => own ?? <NoFigure reason="As the policy" />,
  },
  {
    id: "effect",
    header: "In effect",
    kind: "number",
    cell: ({ effect }) => <span className="font-medium">{effect}</span>,
  },
];

const facts = { id: ({ name }: Row) => name, name: ({ name }: Row) => name };

function rowsOf(policy: Limits, overrides: Limits | null): Row[] {
  const effect = limitsInEffect(policy, overrides);
  const amounts = amountNames.map((name) => {
    const own = overrides?.[name] ?? null;
    return {
      name: amountLabels[name],
      policy: amountText(policy[name]),
      own: own === null ? null : amountText(own),
      effect: amountText(effect[name]),
    };
  });
  const formats = overrides?.export_formats ?? [];
  return [
    ...amounts,
    {
      name: formatsLabel,
      policy: formatsText(policy.export_formats),
      own: formats.length === 0 ? null : formatsText(formats),
      effect: formatsText(effect.export_formats),
    },
  ];
}

type LimitsCardProps = {
  /** The policy, which may be loading. */
  policy: UseQueryResult<PolicyEntry, unknown>;
  overrides: Limits | null;
};

/** The limits of the policy beside those of the assignment, and which of them hold. */
export function LimitsCard({ policy, overrides }: LimitsCardProps) {
  const { data, error, refetch } = policy;
  return (
    <CardTable
      title="Limits"
      lead={
        overrides === null
          ? "The limits of the policy apply unchanged."
          : "The tighter limit of the policy and of this assignment applies."
      }
      columns={columns}
      rows={data && rowsOf(data.policy.limits, overrides)}
      facts={facts}
      failure={error ? describeFailure(error) : null}
      onRetry={() => void refetch()}
      empty={{ title: "No limits", text: "The policy has no limits." }}
    />
  );
}
