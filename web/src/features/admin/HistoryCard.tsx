import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { Button } from "@/components/ui/Button";
import { HistoryEntry } from "./HistoryEntry";

type HistoryCardProps = {
  /** The user or organization of the history. */
  field: "user_id" | "organization_id";
  id: string;
};

const perPage = 20;

function useHistory(field: HistoryCardProps["field"], id: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useInfiniteQuery({
    queryKey: [...trpc.adminHistory.pathKey(), { field, id }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      const filter = where(field, "equals", id);
      const pagination = cursor === null ? { perPage } : { perPage, cursor };
      return client.adminHistory.list.query({ filter, pagination }, { signal });
    },
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });
}

/** The changes by administrators, newest first: who, when, before and after. */
export function HistoryCard({ field, id }: HistoryCardProps) {
  const history = useHistory(field, id);
  if (history.isPending) return <LoadingCard title="History" what="the history" />;
  if (!history.data) {
    return (
      <Card title="History">
        <ErrorState
          what="The history"
          failure={describeFailure(history.error)}
          onRetry={() => void history.refetch()}
        />
      </Card>
    );
  }
  const entries = history.data.pages.flatMap(({ results }) => results);
  return (
    <Card title="History" lead="Changes made by administrators. Entries cannot be edited.">
      {entries.length === 0 && (
        <p className="px-(--card-pad) py-4 text-text-2">No changes by administrators yet.</p>
      )}
      <ol aria-label="History">
        {entries.map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} about={field} />
        ))}
      </ol>
      {history.hasNextPage && (
        <div className="px-(--card-pad) py-3">
          <Button
            size="small"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            Older entries
          </Button>
        </div>
      )}
    </Card>
  );
}
