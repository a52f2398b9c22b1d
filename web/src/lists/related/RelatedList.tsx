import { useMemo, useState } from "react";
import { useTRPCClient } from "@/api/client";
import type { Filter as QueryFilter } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { every, partSize, queryOf, rowsOf, sortOf } from "@/api/listQuery";
import { shownColumns } from "@/lists/table/columnChoice";
import type { CatalogRecord } from "@/records/resource";
import { useMeta, useRows } from "@/records/useCatalog";
import { ListTable } from "../ListTable";
import { listColumns, rowFacts } from "../listColumns";
import type { Listing } from "../listing";
import { shownNumbers, WithRowNumbers } from "../numbers/rowNumbers";
import type { TableState } from "../table/DataTable";
import { numberedPaging } from "../table/paging";
import { OpenAsList } from "./OpenAsList";

/** The rows of a list that belong to a record. */
export type RelatedRows = {
  only: QueryFilter;
  /** Columns that say the same on every row, such as the page's own name. */
  without?: ReadonlyArray<string>;
  /** The whole list with the same condition. */
  all?: string;
  /** The asset of the page; absent on the page of an issuer, whose own records name no asset. */
  asset?: string;
};

type RelatedListProps<Row extends CatalogRecord> = Partial<RelatedRows> & { listing: Listing<Row> };

const start: TableState = { sort: null, page: null, columns: null, perPage: partSize };

/** The rows of another list that belong to a record. */
export function RelatedList<Row extends CatalogRecord>(props: RelatedListProps<Row>) {
  const { listing, only, without = [], all } = props;
  const [state, setState] = useState(start);
  const meta = useMeta(listing.resource);
  const base = { ...listing, only: every([listing.only, only]) };
  const rows = useRows(listing.resource, queryOf({ ...state, filters: [] }, base, meta.data));
  const [own] = useState(() => listing.columns.filter(({ id }) => !without.includes(id)));
  const columns = useMemo(
    () => listColumns(own, meta.data, listing.numbers, listing.resource.key),
    [own, meta.data, listing.numbers, listing.resource.key],
  );
  const facts = useMemo(() => rowFacts(listing.href), [listing.href]);
  const client = useTRPCClient();
  const shown = shownColumns(columns, state.columns);
  const whole = rowsOf({ ...state, filters: [] }, base, meta.data);
  const page = state.page?.kind === "number" ? state.page.number : 1;
  return (
    <WithRowNumbers
      numbers={shownNumbers(listing.numbers, columns, shown)}
      rows={rows.data?.results}
    >
      <ListTable
        listing={listing}
        columns={columns}
        filter={whole.filter}
        answer={rows}
        facts={facts}
        paging={numberedPaging(page, partSize, rows.data?.pagination.resultCount ?? 0)}
        state={{ ...state, sort: sortOf(state.sort, listing, meta.data) }}
        onStateChange={setState}
        failure={rows.error && describeFailure(rows.error)}
        onRetry={() => void rows.refetch()}
        empty={{
          title: `No ${listing.label.toLowerCase()}`,
          text: "None recorded for this entry.",
        }}
        toolbar={<h2 className="font-semibold text-md">{listing.label}</h2>}
        actions={all && <OpenAsList href={all} />}
        make={async (ids, options) => {
          const { fileOf } = await import("../files/listFile");
          return fileOf(listing, ids, whole, client, options);
        }}
      />
    </WithRowNumbers>
  );
}
