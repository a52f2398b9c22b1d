import { useQueries } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { Pagination, Query } from "@/api/contract";
import { where } from "@/api/listQuery";

/** The ids of one request: its address stays below a quarter of what the gateway accepts. */
const mostIds = 100;

/** Records by their ids; those that no longer exist are absent. */
export type Found<Account> = { byId: ReadonlyMap<string, Account>; isPending: boolean };

type Answer<Account> = {
  data?: { results: ReadonlyArray<Account>; pagination: Pagination } | undefined;
  isPending: boolean;
};

/** In the order in which they come, so that a longer list repeats no request for its beginning. */
function queriesOf(ids: ReadonlyArray<string | null>): ReadonlyArray<Query> {
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  const count = Math.ceil(distinct.length / mostIds);
  return Array.from({ length: count }, (_, at) => {
    const some = distinct.slice(at * mostIds, (at + 1) * mostIds);
    return { filter: where("id", "in", some), pagination: { perPage: mostIds } };
  });
}

function combine<Account extends { id: string }>(
  answers: ReadonlyArray<Answer<Account>>,
): Found<Account> {
  const found = answers.flatMap(({ data }) => data?.results ?? []);
  return {
    byId: new Map(found.map((account) => [account.id, account])),
    isPending: answers.some(({ isPending }) => isPending),
  };
}

/** The users of ids that another service holds. */
export function useUsersOf(ids: ReadonlyArray<string | null>) {
  const trpc = useTRPC();
  const queries = queriesOf(ids).map((query) => trpc.adminUsers.list.queryOptions(query));
  return useQueries({ queries, combine });
}

/** The organizations of ids that another service holds. */
export function useOrganizationsOf(ids: ReadonlyArray<string | null>) {
  const trpc = useTRPC();
  const queries = queriesOf(ids).map((query) => trpc.adminOrganizations.list.queryOptions(query));
  return useQueries({ queries, combine });
}
