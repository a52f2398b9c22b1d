import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/api/client";
import { download } from "@/api/downloads";
import { describeFailure } from "@/api/failures";
import {
  acceptedFilters,
  nonDefaultSort,
  pageSize,
  queryOf,
  rowsOf,
  sortOf,
} from "@/api/listQuery";
import { plansBeyond } from "@/api/plans";
import { refetchFailed } from "@/api/refetchFailed";
import { catalogStaleMs } from "@/api/staleTimes";
import { DataNote } from "@/components/states/DataNote";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import { pageSizes } from "@/lib/address/pageSizes";
import { useAddress, withParams } from "@/lib/address/useAddress";
import { useViewState } from "@/lib/address/useViewState";
import { DownloadButton } from "@/lists/DownloadButton";
import { FilterBar } from "@/lists/filter/FilterBar";
import type { FilterField } from "@/lists/filter/filterFields";
import { listColumns } from "@/lists/listColumns";
import { transactionCards, transactionColumns } from "@/lists/listings/transactionColumns";
import { base, facts, useTransactionPage, valuesAt } from "@/lists/listings/transactionList";
import { filterFields } from "@/lists/metaFields";
import { shownColumns } from "@/lists/table/columnChoice";
import { DataTable } from "@/lists/table/DataTable";
import { emptyRows } from "@/lists/table/emptyRows";
import { cursorPaging } from "@/lists/table/paging";
import { useNetworks } from "@/records/useCatalog";
import { canFollow, LiveTail, liveEveryMs } from "./LiveTail";

const search: FilterField = {
  id: base.search.id,
  label: "Name",
  kind: "text",
  placeholder: "Asset or token",
};

/** Offered first, in this order. */
const firstFilters = [
  ...["kind", "network_slug", "asset_class_slug", "happened_at", "value_dollar"],
  ...["from_address", "to_address", "transaction_hash", "is_sample"],
];

const list = {
  label: "Transactions",
  empty: {
    title: "No transactions available",
    text: "This installation is not connected to networks.",
  },
};

/** The columns of every file: the place of a transfer on its network. */
const origin = ["token_slug", "network_slug", "block_number"];

function fieldsOf(shown: ReadonlyArray<string>): ReadonlyArray<string> {
  const own = shown.flatMap(
    (id) => transactionColumns.find((column) => column.id === id)?.fields ?? [id],
  );
  return [...new Set([...own, ...origin])];
}

function useTransactions() {
  const trpc = useTRPC();
  const { view, change, ready } = useViewState();
  const meta = useQuery(
    trpc.transactions.meta.queryOptions(undefined, { staleTime: catalogStaleMs }),
  );
  // The meaning of a filter depends on the type of its field.
  const typed = view.filters.length > 0 || view.sort !== null;
  const enabled = ready && (!typed || meta.data !== undefined);
  const { search, put } = useAddress();
  const sort = nonDefaultSort(sortOf(view.sort, base, meta.data), base);
  const following = canFollow({ page: view.page, sort });
  const isLive = following && new URLSearchParams(search).get("live") === "1";
  const follow = (live: boolean) => put(withParams(search, { live: live ? "1" : null }));
  const query = queryOf(view, base, meta.data);
  const rows = useTransactionPage(query, view.page, { enabled, every: isLive && liveEveryMs });
  const error = rows.error ?? (typed ? meta.error : null);
  const retry = () => refetchFailed(meta, rows);
  const live = { isLive, follow, following };
  return { view, change, meta: meta.data, rows, error, retry, query, ...live };
}

/** The fields to filter by; networks and classes are chosen by name. */
function useFields(meta: ReturnType<typeof useTransactions>["meta"]): ReadonlyArray<FilterField> {
  const networks = useNetworks();
  const trpc = useTRPC();
  const classes = useQuery(
    trpc.assetClasses.list.queryOptions(
      { pagination: { page: 1, perPage: 100 } },
      { staleTime: catalogStaleMs },
    ),
  );
  return useMemo(() => {
    const named: Record<string, ReadonlyArray<{ slug: string; name: string }>> = {
      network_slug: [...networks.values()],
      asset_class_slug: classes.data?.results ?? [],
    };
    return filterFields(meta, firstFilters, transactionColumns, search).map(
      (field): FilterField => {
        const options = named[field.id];
        if (!options) return field;
        return {
          id: field.id,
          label: field.label,
          kind: "several",
          options: options.map(({ slug, name }) => ({ value: slug, content: { label: name } })),
        };
      },
    );
  }, [meta, networks, classes.data]);
}

/** The transactions of tokens, the newest first; the address holds the view. */
export function TransactionsScreen() {
  const { view, change, meta, rows, error, retry, query, ...live } = useTransactions();
  const { isLive, follow, following } = live;
  const fields = useFields(meta);
  const columns = useMemo(() => listColumns(transactionColumns, meta), [meta]);
  const known = acceptedFilters(view.filters, base, meta);
  const { data } = rows;
  // A refresh that starts by itself must not take away what is read.
  const failed = isLive && data !== undefined && error !== null;
  const total = data?.pagination.resultCount ?? 0;
  return (
    <>
      <IgnoredConditions
        count={view.filters.length - known.length}
        onRemove={() => change({ ...view, filters: known, page: null })}
      />
      {data?.results.some(({ is_sample: made }) => made) && <DataNote kind="sample" />}
      <DataTable
        label={list.label}
        columns={columns}
        facts={facts}
        rows={data?.results}
        plans={plansBeyond(data)}
        paging={cursorPaging(data?.pagination, view.perPage ?? pageSize)}
        sizes={pageSizes}
        state={{ ...view, sort: sortOf(view.sort, base, meta) }}
        onStateChange={(state) => {
          change({
            ...view,
            ...state,
            sort: nonDefaultSort(state.sort, base),
            perPage: state.perPage === pageSize ? null : state.perPage,
          });
        }}
        refreshing={isLive ? rows.isPlaceholderData : rows.isFetching}
        failure={error && !failed ? describeFailure(error) : null}
        onRetry={retry}
        empty={emptyRows(list, view, total, change)}
        cards={transactionCards}
        coverage={valuesAt}
        toolbar={
          <FilterBar
            fields={fields}
            filters={view.filters}
            searchField={base.search.id}
            onChange={(filters) => change({ ...view, filters, page: null })}
          />
        }
        actions={
          <>
            <LiveTail
              rows={rows.isPlaceholderData ? undefined : data?.results}
              query={JSON.stringify(query)}
              isLive={isLive}
              failed={failed}
              refusal={
                following ? null : "Live updates are available on the first page, sorted by newest"
              }
              onChange={follow}
            />
            <DownloadButton
              label={list.label}
              make={({ format, ...options }) =>
                download(
                  {
                    file: "transactions",
                    query: rowsOf(view, base, meta),
                    fields: fieldsOf(shownColumns(columns, view.columns)),
                    format,
                  },
                  options,
                )
              }
            />
          </>
        }
      />
    </>
  );
}
