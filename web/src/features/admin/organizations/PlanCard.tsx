import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTRPC } from "@/api/client";
import { type OrganizationEntry, type PlanType, planTypeLabels } from "@/api/contract";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/buttons/Button";
import { TextField } from "@/components/ui/inputs/TextField";
import type { Option } from "@/components/ui/selects/options";
import { Select } from "@/components/ui/selects/Select";
import type { Day } from "@/lib/dates/day";
import { lastMomentOf } from "@/lib/dates/lastMoment";
import { formatDay } from "@/lib/format";
import { planKinds } from "@/lib/format/planKinds";
import { pluralize } from "../adminLabels";
import { useAdminOutcome } from "../useAdminOutcome";
import { canEnd, endRefusals, firstEndDay, refuseEnd } from "./planEnd";

const planTypes = Object.keys(planKinds) as PlanType[];

const options: ReadonlyArray<Option<PlanType>> = planTypes.map((plan) => ({
  value: plan,
  content: { label: planTypeLabels[plan] },
}));

const endHint =
  "The plan ends at the end of this day in UTC. The organization then returns to the free plan.";

/** "Trial: all access until 14 Dec 2026" */
function describePlan(plan: PlanType, day: Day | ""): string {
  return day === "" ? planTypeLabels[plan] : `${planTypeLabels[plan]} until ${formatDay(day)}`;
}

/** The draft of the form: the plan and the day on which it ends. */
function usePlanDraft(stored: OrganizationEntry) {
  const [chosen, setChosen] = useState<PlanType | null>(null);
  const [typed, setTyped] = useState<Day | "" | null>(null);
  const [error, setError] = useState<string | null>(null);
  const plan = chosen ?? stored.plan;
  const day = canEnd(plan) ? (typed ?? firstEndDay(plan, stored)) : "";
  const before = firstEndDay(stored.plan, stored);
  return {
    plan,
    day,
    before,
    error,
    setError,
    isChanged: plan !== stored.plan || day !== before,
    choose: (next: PlanType) => {
      setChosen(next);
      setTyped(null);
      setError(null);
    },
    type: (next: string) => {
      setTyped(next);
      setError(null);
    },
    reset: () => {
      setChosen(null);
      setTyped(null);
    },
  };
}

/** The plan of an organization, and when it ends. */
export function PlanCard({ organization }: { organization: OrganizationEntry }) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const endInput = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  const draft = usePlanDraft(organization);
  const { plan, day, error, setError } = draft;
  const { id, name, members } = organization;
  const setPlan = useMutation(
    trpc.adminOrganizations.setPlan.mutationOptions(
      outcome(`Plan changed to ${describePlan(plan, day)}.`, {
        done: draft.reset,
        closed: () => setAsking(false),
        failed: setError,
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A date that is typed in part is empty for the page, and no plan without an end is meant.
    const isUnreadable = endInput.current?.validity.badInput ?? false;
    const refusal = isUnreadable ? endRefusals.plan_end_out_of_range : refuseEnd(plan, day);
    setError(refusal);
    if (refusal === null) setAsking(true);
  };
  const isTrial = planKinds[plan] === "trial";
  return (
    <Card title="Plan">
      <form
        onSubmit={submit}
        noValidate
        className="flex flex-wrap items-start gap-3 px-(--card-pad) py-3.5"
      >
        <div className="min-w-0 flex-1 basis-[220px]">
          <Select
            label="Plan"
            options={options}
            value={plan}
            error={canEnd(plan) ? null : error}
            onChange={draft.choose}
          />
        </div>
        {canEnd(plan) && (
          <div className="min-w-0 flex-1 basis-full sm:basis-[180px]">
            <TextField
              ref={endInput}
              id="organization-plan-end"
              type="date"
              label="Ends on"
              hint={isTrial ? endHint : `${endHint} Leave empty for a plan without an end.`}
              required={isTrial}
              value={day}
              error={error}
              onChange={(event) => draft.type(event.target.value)}
            />
          </div>
        )}
        <Button
          look="primary"
          type="submit"
          className="h-(--field-h) sm:mt-[25px]"
          disabled={!draft.isChanged}
        >
          Change plan
        </Button>
      </form>
      {asking && (
        <ConfirmDialog
          title="Change the plan?"
          description={`${name} changes from ${describePlan(organization.plan, draft.before)} to ${describePlan(plan, day)}, effective immediately for ${pluralize(members, "member")}.`}
          action="Change plan"
          pending={setPlan.isPending}
          onConfirm={() =>
            setPlan.mutate({ id, plan, ends_at: day === "" ? null : lastMomentOf(day) })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
