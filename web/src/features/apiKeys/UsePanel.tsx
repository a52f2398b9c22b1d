import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { CallsByDay } from "@/records/use/CallsByDay";

/** How often a key was used on each of the last days. */
export function UsePanel({ id }: { id: string }) {
  const trpc = useTRPC();
  const use = useQuery(trpc.apiKeys.use.queryOptions({ id }, { staleTime: 0 }));
  if (use.isPending) {
    return (
      <Loading label="Loading the use of this key">
        <Skeleton className="h-[136px] w-full rounded-sm" />
      </Loading>
    );
  }
  if (use.isError && !use.data) {
    return (
      <ErrorState
        what="The use of this key"
        failure={describeFailure(use.error)}
        onRetry={() => void use.refetch()}
      />
    );
  }
  return <CallsByDay results={use.data.results} />;
}
