import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "./client";
import type { SearchGroup } from "./contract";

export type SearchLoad =
  | { status: "loading" }
  | { status: "complete"; groups: readonly SearchGroup[] }
  | { status: "failed"; message: string; retry: () => void };

const defaultMessage = "An error occurred while fetching initial search state";

/** The suggestions of the search before anything is typed; loaded with every page, in one request with the profile. */
export function useSearchGroups(): SearchLoad {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.search.getInitialSearchGroups.queryOptions(undefined, { staleTime: 5 * 60_000 }),
  );
  return useMemo(() => {
    if (data) return { status: "complete", groups: data };
    if (!error) return { status: "loading" };
    // Without an answer there are no words of the server, only those of the browser.
    const message = error.shape?.message || defaultMessage;
    return { status: "failed", message, retry: () => void refetch() };
  }, [data, error, refetch]);
}
