import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { CompareCard } from "./CompareCard";
import { RequestCard } from "./RequestCard";
import { TermsCard } from "./TermsCard";
import { UseCard } from "./UseCard";

/** The terms and the use of the plan of the active organization, and requests for another one. */
export function PlanDetails() {
  const trpc = useTRPC();
  const details = useQuery(trpc.plans.get.queryOptions(undefined, { staleTime: 0 }));
  if (details.data) {
    const { plan } = details.data;
    return (
      <>
        <TermsCard plan={plan} />
        <UseCard {...details.data} />
        <CompareCard plan={plan} />
        <RequestCard plan={plan} />
      </>
    );
  }
  if (details.isPending) {
    return (
      <>
        <LoadingCard title="Included in your plan" what="the terms of the plan" rows={3} />
        <LoadingCard title="Usage" what="the usage of the plan" rows={5} />
        <LoadingCard title="Compare plans" what="the other plans" rows={8} />
      </>
    );
  }
  const failure = describeFailure(details.error);
  return (
    <Card>
      {failure.reason === "membership_required" ? (
        <EmptyState
          title="No active organization"
          action={<ButtonLink href="/settings/team">Choose an organization</ButtonLink>}
        >
          A plan belongs to an organization, and you are not a member of the one that is active.
        </EmptyState>
      ) : (
        <ErrorState
          what="The terms and usage of your plan"
          failure={failure}
          onRetry={() => void details.refetch()}
        />
      )}
    </Card>
  );
}
