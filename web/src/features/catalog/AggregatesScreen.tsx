import { useMemo } from "react";
import type { FieldMeta } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { knownFilters, pageSize, rowsOf } from "@/api/listQuery";
import { DataNote } from "@/components/DataNote";
import { FilterBar } from "@/components/filter/FilterBar";
import type { FilterField } from "@/components/filter/filterFields";
import { IgnoredConditions } from "@/components/filter/IgnoredConditions";
import type { Column } from "@/components/table/columns";
import { DataTable } from "@/components/table/DataTable";
import { noneMatch } from "@/components/table/emptyRows";
import { numberedPaging } from "@/components/table/paging";
import { Count, Percent } from "@/components/ui/Figure";
import { Select } from "@/components/ui/Select";
import { formatCountFull } from "@/lib/format";
import { useAddress, withParams } from "@/lib/useAddress";
import { useViewState } from "@/lib/useViewState";
import {
  emptyViewState,
  encodeViewState,
  type Filter,
  pageSizes,
  type Sort,
} from "@/lib/viewState";
import {
  type Group,
  groupFields,
  groupFilter,
  groupLabel,
  groupOptions,
  measures,
  mostGroups,
  sortedGroups,
} from "./aggregates";
import { assetListing } from "./assetListing";
import { notTold } from "./cells";
import { GroupsDownload } from "./GroupsDownload";
import { filterFields } from "./metaFields";
import { groupNumbers } from "./numbers";
import { assets } from "./resources";
import { NumberCell, WithRowNumbers } from "./rowNumbers";
import { useAggregates } from "./useAggregates";
import { useMeta } from "./useCatalog";

const usualField = "asset_class_slug";
const usualSort: Sort = { column: "count", direction: "descending" };
const search: FilterField = {
  id: assetListing.search.id,
  label: "Name",
  kind: "text",
  placeholder: assetListing.searchLabel,
};

function columnsOf(field: FieldMeta | null): ReadonlyArray<Column<Group>> {
  return [
    {
      id: "group",
      header: field ? groupLabel(field) : "Group",
      kind: "text",
      sortable: true,
      description: field?.description,
      cell: ({ label, value }) => (
        <bdi className={`truncate ${value === null ? "text-text-3" : ""}`}>{label}</bdi>
      ),
    },
    {
      id: "count",
      header: "Assets",
      kind: "number",
      sortable: true,
      cell: ({ count }) => <Count value={count} full />,
    },
    {
      id: "share",
      header: "Share of assets",
      kind: "share",
      sortable: true,
      cell: ({ share }) => <Percent value={share} reason="An asset is in several groups" />,
    },
    ...measures.map(
      ({ id, header }): Column<Group> => ({
        id,
        header,
        kind: "number",
        sortable: true,
        cell: ({ measured }) => <Count value={measured[id] ?? null} reason={notTold} full />,
      }),
    ),
    {
      id: "value",
      header: "Value",
      unit: "US$ m",
      kind: "money",
      cell: (group) => <NumberCell row={rowOf(group)} column="value" kind="money" />,
    },
    {
      id: "holders",
      header: "Holders",
      kind: "number",
      cell: (group) => <NumberCell row={rowOf(group)} column="holders" kind="number" />,
    },
  ];
}

/** Numbers over time know a group by its value. */
function rowOf({ value }: Group): { slug: string } {
  return { slug: String(value) };
}

/** The list of assets under the same filters and those of the group. */
function groupAddress(
  field: FieldMeta,
  group: Group,
  filters: ReadonlyArray<Filter>,
): string | null {
  const own = groupFilter(field, group);
  if (!own) return null;
  const rest = filters.filter(
    (filter) => filter.field !== own.field || filter.operator !== own.operator,
  );
  const params = encodeViewState({ ...emptyViewState, filters: [...rest, own] });
  return `/assets?${params}`;
}

/** Assets counted by any field that can group them. */
export function AggregatesScreen() {
  const { search: asked, put } = useAddress();
  const { view, change } = useViewState();
  const meta = useMeta(assets);
  const fields = meta.data ? groupFields(meta.data) : [];
  const wanted = new URLSearchParams(asked).get("by") ?? usualField;
  const field = fields.find(({ name }) => name === wanted) ?? fields[0] ?? null;
  const filters = knownFilters(view.filters, assetListing, meta.data);
  const { filter } = rowsOf({ ...view, sort: null }, assetListing, meta.data);
  const { groups, groupCount, total, totals, sampled, refreshing, error, retry } = useAggregates(
    meta.data,
    field,
    filter ?? undefined,
  );
  const columns = useMemo(() => columnsOf(field), [field]);
  // Under other conditions the assets of a group are others than those that the numbers take in.
  const numbers = view.filters.length === 0 ? groupNumbers(field?.name) : undefined;
  const known = useMemo(() => groups?.map(rowOf), [groups]);
  const sortable = columns.some((one) => one.id === view.sort?.column && one.sortable);
  const sort = sortable && view.sort ? view.sort : usualSort;
  const ordered = groups && sortedGroups(groups, sort);
  const page = view.page?.kind === "number" ? view.page.number : 1;
  const size = view.perPage ?? pageSize;
  const paging = numberedPaging(page, size, ordered?.length ?? 0);
  const start = paging.offset ?? 0;
  const failure = error ?? meta.error;
  return (
    <>
      <IgnoredConditions
        count={view.filters.length - filters.length}
        onRemove={() => change({ ...view, filters, page: null })}
      />
      <DataNote kind={groups && sampled && (sampled.size > 0 ? "sample" : "facts")} />
      <WithRowNumbers numbers={numbers} rows={known}>
        <DataTable
          label="Groups of assets"
          columns={columns}
          facts={{
            id: ({ id }) => id,
            name: ({ label }) => label,
            href: (group) => field && groupAddress(field, group, filters),
          }}
          rows={ordered?.slice(start, start + size)}
          paging={paging}
          sizes={pageSizes}
          state={{ sort, page: view.page, columns: view.columns, perPage: view.perPage }}
          onStateChange={(state) =>
            change({
              ...view,
              ...state,
              perPage: state.perPage === pageSize ? null : state.perPage,
            })
          }
          refreshing={refreshing}
          failure={failure && describeFailure(failure)}
          onRetry={() => {
            if (meta.error) void meta.refetch();
            retry();
          }}
          empty={noneMatch("Assets", () => change({ ...view, filters: [] }))}
          cards={{
            title: ({ label }) => <bdi>{label}</bdi>,
            value: ({ count }) => <Count value={count} full />,
            change: () => "assets",
            pairs: ["share", "tokens", "issuers", "networks"],
          }}
          totals={{
            label: "All assets",
            cells: {
              count: <Count value={total} full />,
              ...Object.fromEntries(
                measures.map(({ id }) => [
                  id,
                  <Count key={id} value={totals[id] ?? null} reason={notTold} full />,
                ]),
              ),
            },
          }}
          coverage={coverageWords(field, groupCount)}
          toolbar={
            <>
              <Select
                look="toolbar"
                label="Group by"
                options={meta.data ? groupOptions(meta.data) : []}
                value={field?.name ?? ""}
                onChange={(by) =>
                  put(
                    withParams(asked, {
                      by: by === usualField ? null : by,
                      page: null,
                      sort: null,
                    }),
                  )
                }
              />
              <FilterBar
                fields={filterFields(meta.data, assetListing.filters, assetListing.columns, search)}
                filters={view.filters}
                searchField={search.id}
                onChange={(filters) => change({ ...view, filters, page: null })}
              />
            </>
          }
          actions={<GroupsDownload field={field} groups={ordered} sampled={sampled} />}
        />
      </WithRowNumbers>
    </>
  );
}

function coverageWords(field: FieldMeta | null, groupCount: number): string {
  const parts = ["Value and holders are known of whole groups, without conditions."];
  if (field?.type === "list") parts.unshift("An asset counts in each of its groups.");
  if (groupCount > mostGroups) {
    parts.unshift(
      `The ${formatCountFull(mostGroups)} largest of ${formatCountFull(groupCount)} groups.`,
    );
  }
  return parts.join(" ");
}
