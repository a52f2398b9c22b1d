import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { Query, Transaction } from "@/api/contract";
import { type Base, pageSize } from "@/api/listQuery";
import { assetAddress } from "@/lib/address/addresses";
import type { PagePosition } from "@/lib/address/viewState";

export const base: Base = {
  search: { id: "name", fields: ["asset_name", "token_name"] },
  sort: { column: "happened_at", direction: "descending" },
};

export const facts = {
  id: ({ id }: Transaction) => String(id),
  name: ({ asset_name, token_name, transaction_hash: hash }: Transaction) =>
    `${asset_name ?? token_name}, ${hash}`,
  href: ({ asset_slug: slug }: Transaction) => (slug === null ? null : assetAddress(slug)),
};

/** Under every table of them. */
export const valuesAt = "Values are as of the time of the transfer. Finalized blocks only.";

/** Further pages are requested by cursor: that is as fast on the last page as on the first. */
function pageOf(query: Query, page: PagePosition | null): Query {
  if (page?.kind !== "after") return query;
  const perPage = query.pagination?.perPage ?? pageSize;
  return { ...query, pagination: { cursor: page.cursor, perPage } };
}

type PageQueryOptions = { enabled?: boolean; every?: number | false };

export function useTransactionPage(
  query: Query,
  page: PagePosition | null,
  { enabled = true, every = false }: PageQueryOptions = {},
) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.transactions.list.queryOptions(pageOf(query, page)),
    enabled,
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });
}
