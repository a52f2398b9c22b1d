import { useMemo } from "react";
import type { FieldMeta } from "@/api/contract";
import { mostGroups } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { acceptedFilters, pageSize, rowsOf } from "@/api/listQuery";
import { parameters } from "@/charts/addressParameters";
import { type ChartPage, noOffer } from "@/charts/chartAddress";
import { useChartSettings } from "@/charts/useChartSettings";
import { DataNote } from "@/components/states/DataNote";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import { Select } from "@/components/ui/selects/Select";
import { pageSizes } from "@/lib/address/pageSizes";
import { useViewState } from "@/lib/address/useViewState";
import { emptyViewState, encodeViewState, type Filter, type Sort } from "@/lib/address/viewState";
import { formatCountFull } from "@/lib/format";
import { FilterBar } from "@/lists/filter/FilterBar";
import type { FilterField } from "@/lists/filter/filterFields";
import { assetListing } from "@/lists/listings/assetListing";
import { filterFields } from "@/lists/metaFields";
import { groupNumbers, starNote } from "@/lists/numbers/numbers";
import { WithRowNumbers } from "@/lists/numbers/rowNumbers";
import { DataTable } from "@/lists/table/DataTable";
import { noneMatch } from "@/lists/table/emptyRows";
import { numberedPaging } from "@/lists/table/paging";
import { resourceOf } from "@/records/resource";
import { useMeta } from "@/records/useCatalog";
import {
  type Group,
  groupFields,
  groupFilter,
  groupOptions,
  measures,
  sortedGroups,
} from "./aggregates";
import { allAssets, assetsOfGroup } from "./explainedAssets";
import { GroupsDownload } from "./GroupsDownload";
import { CountCell, groupColumns, rowOf } from "./groupColumns";
import { useAssetGroups } from "./useAssetGroups";

const defaultField = "asset_class_slug";
const defaultSort: Sort = { column: "count", direction: "descending" };
const search: FilterField = {
  id: assetListing.search.id,
  label: "Name",
  kind: "text",
  placeholder: assetListing.searchLabel,
};

/** The grouping stands in the address as that of a chart does. */
function groupPage(fields: ReadonlyArray<FieldMeta>): ChartPage<string> {
  const values = fields.map(({ name }) => name);
  const initial = values.includes(defaultField) ? defaultField : (values[0] ?? defaultField);
  return { has: ["group"], offer: { ...noOffer, group: () => ({ values, default: initial }) } };
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
  const { view, change } = useViewState();
  const meta = useMeta(resourceOf("assets"));
  const fields = useMemo(() => (meta.data ? groupFields(meta.data) : []), [meta.data]);
  const page = useMemo(() => groupPage(fields), [fields]);
  const { state, update, unread } = useChartSettings(page);
  const field = fields.find(({ name }) => name === state.group) ?? null;
  const filters = acceptedFilters(view.filters, assetListing, meta.data);
  const filter = useMemo(
    () => rowsOf({ ...view, sort: null }, assetListing, meta.data).filter ?? undefined,
    [view, meta.data],
  );
  const { groups, groupCount, total, totals, sampled, plans, refreshing, error, retry } =
    useAssetGroups(meta.data, field, filter);
  const { all, countedOf, columns } = useMemo(() => {
    const all = allAssets(filter);
    const countedOf = (group: Group) =>
      meta.data && field ? assetsOfGroup(meta.data, field, group, filter) : null;
    return { all, countedOf, columns: groupColumns(field, { all, total, of: countedOf, sampled }) };
  }, [meta.data, field, filter, total, sampled]);
  // Under other conditions the assets of a group are others than those that the numbers take in.
  const numbers = view.filters.length === 0 ? groupNumbers(field?.name) : undefined;
  const known = useMemo(() => groups?.map(rowOf), [groups]);
  const sortable = columns.some((one) => one.id === view.sort?.column && one.sortable);
  const sort = sortable && view.sort ? view.sort : defaultSort;
  const ordered = groups && sortedGroups(groups, sort);
  const number = view.page?.kind === "number" ? view.page.number : 1;
  const size = view.perPage ?? pageSize;
  const paging = numberedPaging(number, size, ordered?.length ?? 0);
  const start = paging.offset ?? 0;
  const failure = error ?? meta.error;
  return (
    <>
      <IgnoredConditions
        count={view.filters.length - filters.length}
        onRemove={() => change({ ...view, filters, page: null })}
      />
      {/* Before the metadata is known, any grouping counts as unknown. */}
      <IgnoredConditions
        noun="setting"
        count={meta.data ? unread.length : 0}
        onRemove={() => update({})}
      />
      <DataNote kind={groups && sampled && (sampled.size > 0 ? "sample" : "facts")} />
      <WithRowNumbers numbers={numbers} rows={known}>
        <DataTable
          label="Groups of assets"
          columns={columns}
          facts={{
            id: ({ id }) => id,
            name: ({ label }) => label,
            sample: ({ id }) => sampled?.has(id) ?? false,
            href: (group) => field && groupAddress(field, group, filters),
          }}
          rows={ordered?.slice(start, start + size)}
          plans={plans}
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
            value: (group) => (
              <CountCell
                of={countedOf(group)}
                column="count"
                value={group.count}
                label={`Assets of ${group.label}`}
              />
            ),
            change: () => "assets",
            pairs: ["value", "holders", "tokens", "issuers"],
          }}
          totals={{
            label: "All assets",
            sample: sampled !== undefined && sampled.size > 0,
            cells: {
              count: <CountCell of={all} column="count" value={total} label="All assets" />,
              ...Object.fromEntries(
                measures.map(({ id, header }) => [
                  id,
                  <CountCell
                    key={id}
                    of={all}
                    column={id}
                    value={totals[id] ?? null}
                    label={`${header} of all assets`}
                  />,
                ]),
              ),
            },
          }}
          coverage={coverageText(field, groupCount)}
          toolbar={
            <>
              <Select
                look="toolbar"
                label={parameters.group.label}
                options={meta.data ? groupOptions(meta.data) : []}
                value={field?.name ?? ""}
                onChange={(group) => update({ group }, ["page", "sort"])}
              />
              <FilterBar
                fields={filterFields(meta.data, assetListing.filters, assetListing.columns, search)}
                filters={view.filters}
                searchField={search.id}
                onChange={(filters) => change({ ...view, filters, page: null })}
              />
            </>
          }
          actions={
            <GroupsDownload
              numbers={numbers}
              field={field}
              filter={filter}
              groups={ordered}
              sampled={sampled}
            />
          }
        />
      </WithRowNumbers>
    </>
  );
}

function coverageText(field: FieldMeta | null, groupCount: number): string {
  const parts = ["Value and holders are available for unfiltered groups only.", starNote];
  if (field?.type === "list")
    parts.unshift(
      "An asset is counted in each of its groups, with all of its tokens and networks.",
    );
  if (groupCount > mostGroups) {
    parts.unshift(
      `The ${formatCountFull(mostGroups)} largest of ${formatCountFull(groupCount)} groups.`,
    );
  }
  return parts.join(" ");
}
