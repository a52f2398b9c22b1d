import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FieldMeta, Pagination, Query, ResourceMeta } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { acceptedFilters, nonDefaultSort, pageSize, queryOf, sortOf } from "@/api/listQuery";
import { refetchFailed } from "@/api/refetchFailed";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import type { Column } from "@/components/table/columns";
import type { AddressedView } from "@/lib/address/useViewState";
import { FilterBar } from "@/lists/filter/FilterBar";
import type { FilterField } from "@/lists/filter/filterFields";
import { DataTable } from "@/lists/table/DataTable";
import { emptyRows } from "@/lists/table/emptyRows";
import { numberedPaging } from "@/lists/table/paging";
import type { AdminListing } from "./adminListing";

/** The query of a view; null until the metadata is known. */
export function tableQuery<Row>(
  listing: AdminListing<Row>,
  { view, ready }: AddressedView,
  meta: ResourceMeta | undefined,
): Query | null {
  // The meaning of a filter depends on the type of its field; a list without filters need not wait for that.
  const typed = view.filters.length > 0 || view.sort !== null;
  return ready && (meta || !typed) ? queryOf(view, listing, meta) : null;
}

type RecordTableProps<Row> = {
  listing: AdminListing<Row>;
  state: AddressedView;
  meta: UseQueryResult<ResourceMeta, unknown>;
  rows: {
    data: { results: ReadonlyArray<Row>; pagination: Pagination } | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
};

/** A list whose address says what is shown, and which the server filters, sorts and pages. */
export function RecordTable<Row>({ listing, state, meta, rows }: RecordTableProps<Row>) {
  const { view, change } = state;
  const { data } = rows;
  const columns = useMemo(() => columnsOf(listing, meta.data), [listing, meta.data]);
  const page = view.page?.kind === "number" ? view.page.number : 1;
  const total = data?.pagination.resultCount ?? 0;
  const error = rows.error ?? (data ? null : meta.error);
  const known = acceptedFilters(view.filters, listing, meta.data);
  return (
    <>
      <IgnoredConditions
        count={view.filters.length - known.length}
        onRemove={() => change({ ...view, filters: known, page: null })}
      />
      <DataTable
        label={listing.label}
        columns={columns}
        facts={listing.facts}
        rows={data?.results}
        paging={numberedPaging(page, pageSize, total)}
        state={{ ...view, sort: sortOf(view.sort, listing, meta.data) }}
        onStateChange={(next) => {
          change({ ...view, ...next, sort: nonDefaultSort(next.sort, listing) });
        }}
        refreshing={rows.isFetching}
        failure={error ? describeFailure(error) : null}
        onRetry={() => refetchFailed(meta, rows)}
        empty={emptyRows(listing, view, total, change)}
        cards={listing.cards}
        toolbar={
          <FilterBar
            fields={fieldsOf(listing, meta.data)}
            filters={view.filters}
            searchField={listing.search.id}
            onChange={(filters) => change({ ...view, filters, page: null })}
          />
        }
      />
    </>
  );
}

function columnsOf<Row>(
  { columns }: AdminListing<Row>,
  meta: ResourceMeta | undefined,
): ReadonlyArray<Column<Row>> {
  return columns.map((column) => {
    const field = meta?.fields.find(({ name }) => name === column.id);
    return { ...column, sortable: field?.sortable ?? false, description: field?.description };
  });
}

function fieldsOf<Row>(listing: AdminListing<Row>, meta: ResourceMeta | undefined): FilterField[] {
  const { search, searchLabel, filters } = listing;
  const box: FilterField = {
    id: search.id,
    label: "Search",
    kind: "text",
    placeholder: searchLabel,
  };
  const others = Object.entries(filters).flatMap(([name, label]) => {
    const field = meta?.fields.find((known) => known.name === name);
    return field ? [filterField(field, label)] : [];
  });
  return [box, ...others];
}

function filterField({ name: id, type, validValues }: FieldMeta, label: string): FilterField {
  if (validValues.length > 0) {
    const options = validValues.map((known) => ({
      value: known.value,
      content: { label: known.label },
    }));
    return { id, label, kind: "several", options };
  }
  if (type === "bool") return { id, label, kind: "boolean" };
  if (type === "instant") return { id, label, kind: "date" };
  return { id, label, kind: "text" };
}
