import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/api/client";
import { where } from "@/api/listQuery";
import { HistoryEntry } from "./HistoryEntry";
import { HistoryList } from "./HistoryList";

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
  return (
    <HistoryList history={history} lead="Changes made by administrators. Entries cannot be edited.">
      {(entry) => <HistoryEntry key={entry.id} entry={entry} about={field} />}
    </HistoryList>
  );
}
