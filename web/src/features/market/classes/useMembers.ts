import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { type GetAggregateResponse, mostChartGroups } from "@/api/contract";
import { where } from "@/charts/queries/aggregateQuery";
import type { SplitGroup } from "./splits";

/** The request for the records of the groups of an answer. */
function membersQuery(answer: GetAggregateResponse | undefined) {
  const slugs = (answer?.groups ?? []).flatMap(({ key }) => key ?? []).toSorted();
  return {
    slugs,
    query: {
      filter: where("slug", "in", slugs),
      pagination: { page: 1, perPage: mostChartGroups },
    },
  };
}

/** The records of the grouped assets of an answer; undefined until they are known. */
export function useAssetsOf(worths: GetAggregateResponse | undefined) {
  const trpc = useTRPC();
  const { slugs, query } = membersQuery(worths);
  const catalog = useQuery(trpc.assets.list.queryOptions(query, { enabled: slugs.length > 0 }));
  return { catalog, assets: worths && slugs.length === 0 ? [] : catalog.data?.results };
}

/** The same of loans. */
export function useLoansOf(worths: GetAggregateResponse | undefined) {
  const trpc = useTRPC();
  const { slugs, query } = membersQuery(worths);
  const catalog = useQuery(trpc.loans.list.queryOptions(query, { enabled: slugs.length > 0 }));
  return { catalog, loans: worths && slugs.length === 0 ? [] : catalog.data?.results };
}

/** An answer grouped by a property of its members from the catalog; undefined until both are loaded. */
export function splitBy<Of extends { slug: string }, Made>(
  together: (worths: GetAggregateResponse, partOf: (member: string) => SplitGroup | null) => Made,
  worths: GetAggregateResponse | undefined,
  records: ReadonlyArray<Of> | undefined,
  partOf: (record: Of) => SplitGroup | null,
): Made | undefined {
  if (!worths || !records) return undefined;
  const known = new Map(records.map((record) => [record.slug, record]));
  return together(worths, (slug) => {
    const record = known.get(slug);
    return record ? partOf(record) : null;
  });
}
