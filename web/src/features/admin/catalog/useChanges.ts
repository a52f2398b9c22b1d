import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import type { RecordChangeEntry } from "@/api/contract";
import type { Kind } from "./kinds";

const perPage = 20;

export function changesKey(kind: Kind, slug: string) {
  return ["catalogEditor", kind.key, slug, "changes"] as const;
}

/** The changes of a record by administrators, the newest first. */
export function useChanges(kind: Kind, slug: string) {
  const client = useTRPCClient();
  return useInfiniteQuery({
    queryKey: changesKey(kind, slug),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      const input = { resource: kind.key, slug, per_page: perPage };
      return client.catalog.changes.query(cursor === null ? input : { ...input, cursor }, {
        signal,
      });
    },
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
  });
}

/** Whether a file says what a record is: an editor's word stands until it is removed. */
export function isImported(newest: RecordChangeEntry | undefined): boolean {
  return newest === undefined || newest.action === "removed";
}
