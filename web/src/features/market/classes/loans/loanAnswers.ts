import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { type GetAggregateRequest, type Loan, largestPage, type Query } from "@/api/contract";
import { useAggregates } from "@/api/series";
import { truncationNote } from "@/charts/data/tableNotes";
import { useOrigins } from "@/charts/data/useOrigin";
import { useNamedGroups } from "../../rankings/namedGroups";

const newestLoans: Query = {
  sort: { field: "originated_on", direction: "desc" },
  pagination: { page: 1, perPage: largestPage },
};

/** All loans of the catalog, and a note for tables where these are more than a page of it can have. */
export function useCatalogLoans() {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.loans.list.queryOptions(newestLoans));
  const count = catalog.data?.pagination.resultCount;
  const rest = truncationNote(count, largestPage, "newest loans", "others are omitted");
  return { catalog, loans: catalog.data?.results, rest };
}

/** Sums that are grouped by loan, with a group for each of these loans: one answer lists the largest of them alone. */
export function useLoanAnswers(
  requests: ReadonlyArray<GetAggregateRequest>,
  loans: ReadonlyArray<Pick<Loan, "slug">> | undefined,
  enabled = true,
) {
  const first = useAggregates(requests, enabled);
  const keys = (loans ?? []).map(({ slug }) => slug).toSorted();
  const { whole, further, named } = useNamedGroups(requests, first, keys);
  const answers = [...first, ...named];
  const origin = useOrigins(
    [...requests, ...further],
    answers.map(({ data }) => data),
  );
  return { whole, answers, origin };
}
