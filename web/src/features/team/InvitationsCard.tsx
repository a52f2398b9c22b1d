import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { InvitationRow } from "./InvitationRow";
import { InviteForm } from "./InviteForm";

function List({ teamId }: { teamId: string }) {
  const trpc = useTRPC();
  const invitations = useQuery(
    trpc.teams.invitations.queryOptions({ organization_id: teamId }, { staleTime: 0 }),
  );
  if (invitations.isPending) {
    return (
      <Loading label="Loading the invitations">
        <Skeleton className="mx-(--card-pad) my-4 h-9 rounded-sm" />
      </Loading>
    );
  }
  if (invitations.isError) {
    return (
      <ErrorState
        what="The invitations"
        failure={describeFailure(invitations.error)}
        onRetry={() => void invitations.refetch()}
      />
    );
  }
  const { results } = invitations.data;
  if (results.length === 0) {
    return <p className="px-(--card-pad) py-4 text-text-2">No open invitations.</p>;
  }
  return (
    <ul>
      {results.map((invitation) => (
        <InvitationRow key={invitation.id} teamId={teamId} invitation={invitation} />
      ))}
    </ul>
  );
}

/** For owners: the form of invitations, and the invitations that are still open. */
export function InvitationsCard({ teamId }: { teamId: string }) {
  return (
    <Card
      title="Invitations"
      lead="Sent by e-mail to one address. Each link works once and expires on the date shown."
    >
      <InviteForm teamId={teamId} />
      <List teamId={teamId} />
    </Card>
  );
}
