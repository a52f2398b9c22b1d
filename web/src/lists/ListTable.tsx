import type { ReactNode } from "react";
import type { Query } from "@/api/contract";
import { nonDefaultSort } from "@/api/listQuery";
import { commonPlans, plansBeyond } from "@/api/plans";
import type { CatalogRecord } from "@/records/resource";
import { DownloadButton, type DownloadProps } from "./DownloadButton";
import { type ListedRows, useColumnsWithValues } from "./emptyColumns/useColumnsWithValues";
import type { ListColumn, Listing } from "./listing";
import { shownColumns } from "./table/columnChoice";
import { fullName } from "./table/columnNames";
import { DataTable, type DataTableProps } from "./table/DataTable";

type Make = DownloadProps["make"];

type ListTableProps<Row extends CatalogRecord> = Pick<
  DataTableProps<Row>,
  | "facts"
  | "paging"
  | "sizes"
  | "state"
  | "onStateChange"
  | "isUnsorted"
  | "onRetry"
  | "plans"
  | "empty"
  | "toolbar"
> &
  Required<Pick<DataTableProps<Row>, "failure">> & {
    listing: Listing<Row>;
    columns: ReadonlyArray<ListColumn<Row>>;
    /** The filter of all rows of the list. */
    filter: Query["filter"];
    answer: ListedRows<Row>;
    /** Before the download, such as a legend. */
    actions?: ReactNode;
    /** Makes a file with these columns. */
    make: (shown: ReadonlyArray<string>, options: Parameters<Make>[0]) => ReturnType<Make>;
  };

/** The table of a list, without columns in which no row has a value; below the numbers of its rows. */
export function ListTable<Row extends CatalogRecord>(props: ListTableProps<Row>) {
  const { listing, columns, filter, answer, actions, make, failure, plans = [], ...table } = props;
  const chosen = table.state.columns;
  const sorted = nonDefaultSort(table.state.sort, listing)?.column;
  const known = useColumnsWithValues({ listing, columns, chosen, sorted, filter, answer });
  const shown = shownColumns(known.columns, chosen);
  return (
    <DataTable
      {...table}
      label={listing.label}
      columns={known.columns}
      choices={columns}
      rows={known.isHeld ? undefined : answer.data?.results}
      refreshing={answer.isFetching || known.isWaiting}
      failure={known.isHeld ? null : failure}
      cards={listing.cards}
      plans={commonPlans([plans, plansBeyond(answer.data)])}
      coverage={
        <>
          {known.leftOut.length > 0 &&
            `These columns are not shown because they have no values: ${known.leftOut.map(fullName).join(", ")}. `}
          {listing.coverage}
        </>
      }
      actions={
        <>
          {actions}
          <DownloadButton
            label={listing.label}
            disabled={listing.incomplete ?? false}
            make={(options) => make(shown, options)}
          />
        </>
      }
    />
  );
}
