import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "./client";

/** The pages this visitor may see; asked for on every load, in one request with the profile. */
export function useSearchGroups() {
  const trpc = useTRPC();
  return useQuery(
    trpc.search.getInitialSearchGroups.queryOptions(undefined, { staleTime: 5 * 60_000 }),
  );
}
