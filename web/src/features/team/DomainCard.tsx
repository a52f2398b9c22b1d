import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { DomainClaimForm } from "./DomainClaimForm";
import { DomainProof } from "./DomainProof";

type DomainCardProps = { teamId: string; email: string };

function Claim({ teamId, email }: DomainCardProps) {
  const trpc = useTRPC();
  const domain = useQuery(
    trpc.teams.domain.queryOptions({ organization_id: teamId }, { staleTime: 0 }),
  );
  if (domain.isPending) {
    return (
      <Loading label="Loading the domain">
        <Skeleton className="mx-(--card-pad) my-4 h-9 rounded-sm" />
      </Loading>
    );
  }
  if (domain.isError) {
    return (
      <ErrorState
        what="The domain"
        failure={describeFailure(domain.error)}
        onRetry={() => void domain.refetch()}
      />
    );
  }
  const { claim } = domain.data;
  if (claim === null) return <DomainClaimForm teamId={teamId} email={email} />;
  return <DomainProof teamId={teamId} claim={claim} />;
}

/** For owners: the e-mail domain whose people are offered the team. */
export function DomainCard(props: DomainCardProps) {
  return (
    <Card
      title="E-mail domain"
      lead="Offers the team to people with a verified address at a domain that you prove. Each of them decides whether to join; people you removed cannot."
    >
      <Claim {...props} />
    </Card>
  );
}
