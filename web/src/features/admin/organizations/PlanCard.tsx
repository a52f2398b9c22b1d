import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { type OrganizationEntry, type PlanType, planTypeLabels } from "@/api/contract";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";

import { Button } from "@/components/ui/buttons/Button";
import type { Option } from "@/components/ui/selects/options";
import { Select } from "@/components/ui/selects/Select";
import { planCoverage } from "@/lib/format/planCoverage";
import { pluralize } from "../adminLabels";

import { useAdminOutcome } from "../useAdminOutcome";

const planTypes = Object.keys(planCoverage) as PlanType[];

const options: ReadonlyArray<Option<PlanType>> = planTypes.map((plan) => ({
  value: plan,
  content: { label: planTypeLabels[plan] },
}));

export function PlanCard({ organization }: { organization: OrganizationEntry }) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const [chosen, setChosen] = useState<PlanType | null>(null);
  const [asking, setAsking] = useState(false);
  const { id, name, plan, members } = organization;
  const selected = chosen ?? plan;
  const setPlan = useMutation(
    trpc.adminOrganizations.setPlan.mutationOptions(
      outcome(`Plan changed to ${planTypeLabels[selected]}.`, {
        done: () => setChosen(null),
        closed: () => setAsking(false),
      }),
    ),
  );
  return (
    <Card title="Plan">
      <div className="flex flex-wrap items-end gap-3 px-(--card-pad) py-3.5">
        <div className="min-w-0 flex-1 basis-[220px]">
          <Select label="Plan" options={options} value={selected} onChange={setChosen} />
        </div>
        <Button
          look="primary"
          className="h-(--field-h)"
          disabled={selected === plan}
          onClick={() => setAsking(true)}
        >
          Change plan
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Change the plan?"
          description={`${name} changes from ${planTypeLabels[plan]} to ${planTypeLabels[selected]}, effective immediately for ${pluralize(members, "member")}.`}
          action="Change plan"
          pending={setPlan.isPending}
          onConfirm={() => setPlan.mutate({ id, plan: selected })}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
