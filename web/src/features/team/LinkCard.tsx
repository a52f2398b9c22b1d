import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { endSession } from "@/app-state/signOut";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { explainTeamFailure } from "@/components/states/teamFailureTexts";
import { Button } from "@/components/ui/buttons/Button";
import type { Failure } from "@/lib/failure";
import { Invitation } from "./OfferRow";

const title = "Invitation";

/** Failures that trying again does not mend. */
const final = new Set([
  "invitation_not_found",
  "invitation_expired",
  "invitation_for_another",
  "address_unverified",
]);

type DeadProps = { failure: Failure; email: string; token: string; onDismiss: () => void };

function Dead({ failure, email, token, onDismiss }: DeadProps) {
  const other = failure.reason === "invitation_for_another";
  const back = `/settings/team?${new URLSearchParams({ invitation: token })}`;
  return (
    <Card title={title}>
      <EmptyState
        title="This invitation cannot be used"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {other && (
              <Button look="primary" onClick={() => void endSession(back)}>
                Sign in with another address
              </Button>
            )}
            <Button onClick={onDismiss}>Dismiss</Button>
          </div>
        }
      >
        {explainTeamFailure(failure)}
        {other && ` You are signed in as ${email}.`}
      </EmptyState>
    </Card>
  );
}

type LinkCardProps = { token: string; email: string; onDone: () => void };

/** The invitation of the mailed link that led here. */
export function LinkCard({ token, email, onDone }: LinkCardProps) {
  const trpc = useTRPC();
  const invitation = useQuery(
    trpc.teams.invitation.queryOptions(
      { token },
      {
        meta: { once: true },
        staleTime: Number.POSITIVE_INFINITY,
        retry: (failures, error) => failures < 2 && !final.has(describeFailure(error).reason ?? ""),
      },
    ),
  );
  if (invitation.isPending) return <LoadingCard title={title} what="the invitation" />;
  if (invitation.isError) {
    const failure = describeFailure(invitation.error);
    if (final.has(failure.reason ?? "")) {
      return <Dead failure={failure} email={email} token={token} onDismiss={onDone} />;
    }
    return (
      <Card title={title}>
        <ErrorState
          what="The invitation"
          failure={failure}
          onRetry={() => void invitation.refetch()}
        />
      </Card>
    );
  }
  return (
    <Card title={title} lead="You are invited to join a team.">
      <ul>
        <Invitation offer={invitation.data.invitation} token={token} onAnswered={onDone} />
      </ul>
    </Card>
  );
}
