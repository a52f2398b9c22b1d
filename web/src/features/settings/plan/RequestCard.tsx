import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTRPC } from "@/api/client";
import {
  type GetPlanResponse,
  longestPlanMessage,
  type PlanType,
  planTypeLabels,
  type RequestedPlan,
} from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { explainFailure, type FailureTexts } from "@/components/states/failureTexts";
import { mutationOutcome } from "@/components/states/mutationOutcome";
import { Button } from "@/components/ui/buttons/Button";
import { TextArea } from "@/components/ui/inputs/TextArea";
import type { Option } from "@/components/ui/selects/options";
import { Select } from "@/components/ui/selects/Select";
import { DateText } from "@/components/ui/text/Figure";
import { formatCountFull } from "@/lib/format";
import { OperatorContact } from "./OperatorContact";

const refusals: FailureTexts = {
  plan_request_open: "Your organization has an open request already.",
  plan_requests_off: "This installation takes no requests for plans.",
  owner_required: "Only owners of the organization can request another plan.",
  membership_required: "You are no longer a member of this organization.",
  limit_reached: "You have sent many requests today. Try again tomorrow.",
  organization_removed: "This organization was removed.",
  input_invalid: "A value was not accepted. Check it and try again.",
};

function explain(error: unknown): string {
  return explainFailure(describeFailure(error), refusals);
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Card title="Request another plan" lead="The operator of this installation answers by e-mail.">
      <div className="flex flex-col gap-3 px-(--card-pad) py-4">{children}</div>
    </Card>
  );
}

/** The open request, until the operator answers it. */
function OpenRequest({ request }: { request: RequestedPlan }) {
  return (
    <Frame>
      <p>
        <strong className="font-semibold">{planTypeLabels[request.plan]}</strong> was requested on{" "}
        <DateText value={request.requested_at} />. The request is open until the plan changes, or
        until <DateText value={request.closes_at} />.
      </p>
      <blockquote
        dir="auto"
        className="whitespace-pre-line border-line-strong border-s-2 ps-3 text-text-2 [overflow-wrap:anywhere]"
      >
        {request.message}
      </blockquote>
    </Frame>
  );
}

/** The plans that are no less than the free one and not the present one. */
function optionsFor({ plan, plans }: GetPlanResponse): ReadonlyArray<Option<PlanType>> {
  const others = plans.filter((terms) => terms.plan !== plan && terms.plan !== "FREE");
  return others.map((terms) => ({
    value: terms.plan,
    content: { label: planTypeLabels[terms.plan] },
  }));
}

type Errors = { plan?: string | undefined; message?: string | undefined };

function check(plan: PlanType | "", message: string): Errors {
  const length = [...message.trim()].length;
  return {
    plan: plan === "" ? "Choose a plan." : undefined,
    message:
      length === 0
        ? "Enter a message."
        : length > longestPlanMessage
          ? `Shorten the message: it has ${formatCountFull(length)} characters.`
          : undefined,
  };
}

function RequestForm({ plan: terms }: { plan: GetPlanResponse }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [plan, setPlan] = useState<PlanType | "">("");
  const [message, setMessage] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const refresh = () => queries.invalidateQueries(trpc.plans.pathFilter());
  const request = useMutation(
    trpc.plans.request.mutationOptions(
      mutationOutcome(
        "Your request was sent. You receive a confirmation by e-mail.",
        { failed: setFailure },
        { toastId: "plan-request", explain, refresh },
      ),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = check(plan, message);
    setErrors(found);
    setFailure(null);
    if (plan !== "" && found.message === undefined && !request.isPending) {
      request.mutate({ plan, message: message.trim() });
    }
  };
  return (
    <Frame>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Select
          label="Plan"
          required
          options={optionsFor(terms)}
          value={plan}
          error={errors.plan}
          onChange={setPlan}
        />
        <TextArea
          id="plan-request-message"
          label="Message"
          required
          hint={`What you need the plan for. At most ${formatCountFull(longestPlanMessage)} characters.`}
          value={message}
          error={errors.message}
          onChange={(event) => setMessage(event.target.value)}
        />
        {failure && (
          <p role="alert" className="text-neg text-sm">
            {failure}
          </p>
        )}
        <Button look="primary" type="submit" loading={request.isPending} className="self-start">
          Send request
        </Button>
      </form>
    </Frame>
  );
}

/** The way to another plan: its request, for owners, or the contact of the operator. */
export function RequestCard({ plan }: { plan: GetPlanResponse }) {
  if (plan.open_request) return <OpenRequest request={plan.open_request} />;
  if (!plan.takes_requests) {
    return (
      <Card title="Request another plan">
        <p className="px-(--card-pad) py-4 text-text-2">
          <OperatorContact />
        </p>
      </Card>
    );
  }
  if (!plan.is_owner) {
    return (
      <Frame>
        <p className="text-text-2">Only owners of the organization can request another plan.</p>
      </Frame>
    );
  }
  return <RequestForm plan={plan} />;
}
