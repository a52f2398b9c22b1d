import { type ComponentType, type ReactNode, useMemo } from "react";
import { useTRPCClient } from "@/api/client";
import { describeFailure } from "@/api/failures";
import {
  acceptedFilters,
  nonDefaultSort,
  pageSize,
  queryOf,
  rowsOf,
  sortOf,
} from "@/api/listQuery";
import { refetchFailed } from "@/api/refetchFailed";
import { Lazy } from "@/components/Lazy";
import { type DataKind, DataNote } from "@/components/states/DataNote";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import { pageSizes } from "@/lib/address/pageSizes";
import { useViewState } from "@/lib/address/useViewState";
import { isBeyondPlan } from "@/lib/failure";
import { shownColumns } from "@/lists/table/columnChoice";
import type { OpenRecord } from "@/records/panel/RecordPanel";
import type { CatalogRecord } from "@/records/resource";
import { useMeta, useRows } from "@/records/useCatalog";
import { fileOf } from "./files/listFile";
import { FilterBar } from "./filter/FilterBar";
import type { FilterField } from "./filter/filterFields";
import { ListTable } from "./ListTable";
import { listColumns, rowFacts } from "./listColumns";
import type { Listing } from "./listing";
import { filterFields } from "./metaFields";
import { shownNumbers, useSampleNumbers, WithRowNumbers } from "./numbers/rowNumbers";
import { emptyRows } from "./table/emptyRows";
import { numberedPaging } from "./table/paging";
import { useOpenRecord } from "./useOpenRecord";

function useListing<Row extends CatalogRecord>(listing: Listing<Row>) {
  const { view, change, ready } = useViewState();
  const meta = useMeta(listing.resource);
  // The meaning of a filter depends on the type of its field; a list without filters need not wait for that.
  const typed = view.filters.length > 0 || view.sort !== null;
  const waits = !ready || (typed && !meta.data);
  const usual = useRows(listing.resource, waits ? null : queryOf(view, listing, meta.data));
  // Without the numbers that the usual order needs, the records are listed in another.
  const isKnown = usual.data !== undefined && !usual.isPlaceholderData;
  // The count stays while they are requested once more, and so do the rows.
  const needed = usual.errorUpdateCount > 0 && !isKnown && view.sort === null;
  const fallback = needed ? listing.fallbackSort : undefined;
  const others = useRows(
    listing.resource,
    fallback ? queryOf({ ...view, sort: fallback }, listing, meta.data) : null,
  );
  const isFallback = fallback !== undefined && others.data !== undefined;
  const rows = isFallback ? others : usual;
  const columns = useMemo(
    () => listColumns(listing.columns, meta.data, listing.numbers, listing.resource.key),
    [listing.columns, meta.data, listing.numbers, listing.resource.key],
  );
  const error = rows.error ?? (typed ? meta.error : null);
  const retry = () => refetchFailed(meta, usual, others);
  const sort = isFallback ? fallback : sortOf(view.sort, listing, meta.data);
  const unsorted = isFallback ? describeFailure(usual.error) : null;
  return { view, change, meta: meta.data, rows, columns, error, retry, sort, unsorted };
}

function searchField<Row extends CatalogRecord>(listing: Listing<Row>): FilterField {
  const { search, searchLabel } = listing;
  return { id: search.id, label: "Name", kind: "text", placeholder: searchLabel };
}

type ListScreenProps<Row extends CatalogRecord> = {
  listing: Listing<Row>;
  /**
   * Rows without a page of their own open beside the list, in a part that is loaded after the first paint: nothing is open
   * at first, or the record has to be requested anyway.
   */
  panel?: () => Promise<ComponentType<OpenRecord<Row>>>;
  /** Draws the numbers over time of the record that stands open. */
  numbers?: (row: Row) => ReactNode;
  /** Draws the key figures above the list, with the note on sample data for the figures and the rows. */
  figures?: (rows: DataKind) => ReactNode;
};

/** The list of one kind of record: the address says what is shown, the server filters, sorts and pages. */
export function ListScreen<Row extends CatalogRecord>(props: ListScreenProps<Row>) {
  const { listing, panel, numbers, figures = note } = props;
  const { view, change, meta, rows, columns, error, retry, sort, unsorted } = useListing(listing);
  const { data } = rows;
  const open = useOpenRecord();
  const href = panel ? open.addressOf : listing.href;
  const facts = useMemo(() => rowFacts(href), [href]);
  const page = view.page?.kind === "number" ? view.page.number : 1;
  const known = acceptedFilters(view.filters, listing, meta);
  const client = useTRPCClient();
  const shown = shownColumns(columns, view.columns);
  const all = rowsOf(view, listing, meta);
  return (
    <>
      <IgnoredConditions
        count={view.filters.length - known.length}
        onRemove={() => change({ ...view, filters: known, page: null })}
      />
      <WithRowNumbers numbers={shownNumbers(listing.numbers, columns, shown)} rows={data?.results}>
        <AboveRows rows={data?.results} draw={figures} />
        <ListTable
          listing={listing}
          columns={columns}
          filter={all.filter}
          answer={rows}
          facts={facts}
          paging={numberedPaging(page, view.perPage ?? pageSize, data?.pagination.resultCount ?? 0)}
          sizes={pageSizes}
          state={{ ...view, sort }}
          onStateChange={(state) => {
            change({
              ...view,
              ...state,
              sort: nonDefaultSort(state.sort, listing),
              perPage: state.perPage === pageSize ? null : state.perPage,
            });
          }}
          failure={error && describeFailure(error)}
          isUnsorted={unsorted !== null && !isBeyondPlan(unsorted)}
          plans={unsorted?.plans ?? []}
          onRetry={retry}
          empty={emptyRows(listing, view, data?.pagination.resultCount ?? 0, change)}
          toolbar={
            <FilterBar
              fields={filterFields(meta, listing.filters, listing.columns, searchField(listing))}
              filters={view.filters}
              searchField={listing.search.id}
              onChange={(filters) => change({ ...view, filters, page: null })}
            />
          }
          actions={listing.legend}
          make={(ids, options) => fileOf(listing, ids, all, client, options)}
        />
      </WithRowNumbers>
      {panel && (
        <Lazy
          load={panel}
          give={{
            numbers,
            slug: open.slug,
            row: data?.results.find(({ slug }) => slug === open.slug),
            onClose: open.close,
          }}
          fallback={null}
        />
      )}
    </>
  );
}

type SampleRows = ReadonlyArray<{ is_sample: boolean }> | undefined;

function note(rows: DataKind): ReactNode {
  return <DataNote kind={rows} />;
}

type AboveRowsProps = { rows: SampleRows; draw: (rows: DataKind) => ReactNode };

function AboveRows({ rows, draw }: AboveRowsProps) {
  return draw(useSampleNumbers() ? "sample" : kindOf(rows));
}

function kindOf(rows: SampleRows): DataKind {
  if (!rows) return undefined;
  return rows.some(({ is_sample: made }) => made) ? "sample" : "facts";
}
