import { useMemo, useState } from "react";
import type { Filter, Transaction } from "@/api/contract";
import { download } from "@/api/downloads";
import { describeFailure } from "@/api/failures";
import { partSize } from "@/api/listQuery";
import { plansBeyond } from "@/api/plans";
import { DownloadButton } from "../DownloadButton";
import { transactionCards, transactionColumns } from "../listings/transactionColumns";
import { facts, useTransactionPage, valuesAt } from "../listings/transactionList";
import { DataTable, type TableState } from "../table/DataTable";
import { cursorPaging } from "../table/paging";
import { OpenAsList } from "./OpenAsList";

export type RecordTransactionsProps = {
  only: Filter;
  /** Columns that say the same on every row. */
  without: ReadonlyArray<string>;
  /** The whole list with the same condition. */
  all: string;
};

const label = "Transactions";
const start: TableState = { sort: null, page: null, columns: null, perPage: null };
const newest = { field: "happened_at", direction: "desc" } as const;

/** On the page of an asset: no column names it there, so the row carries its mark, and the page is where it would lead to. */
const factsOfAsset = {
  id: facts.id,
  name: facts.name,
  sample: (row: Transaction) => row.is_sample,
};

/** The transactions of the tokens of one record, the newest first. */
export function RecordTransactions({ only, without, all }: RecordTransactionsProps) {
  const [state, setState] = useState(start);
  const query = { filter: only, sort: newest, pagination: { page: 1, perPage: partSize } };
  const rows = useTransactionPage(query, state.page);
  const columns = useMemo(
    () => transactionColumns.filter(({ id }) => !without.includes(id)),
    [without],
  );
  return (
    <DataTable
      label={label}
      columns={columns}
      facts={without.includes("asset_name") ? factsOfAsset : facts}
      rows={rows.data?.results}
      plans={plansBeyond(rows.data)}
      paging={cursorPaging(rows.data?.pagination, partSize)}
      state={{ ...state, sort: { column: newest.field, direction: "descending" } }}
      onStateChange={(next) => setState({ ...next, sort: null })}
      refreshing={rows.isFetching}
      failure={rows.error && describeFailure(rows.error)}
      onRetry={() => void rows.refetch()}
      empty={{
        title: "No transactions available",
        text: "This installation is not connected to networks.",
      }}
      cards={transactionCards}
      coverage={valuesAt}
      toolbar={<h2 className="font-semibold text-md">{label}</h2>}
      actions={
        <>
          <OpenAsList href={all} />
          <DownloadButton
            label={label}
            make={({ format, ...options }) => {
              const query = { filter: only, sort: newest };
              return download({ file: "transactions", query: query, format }, options);
            }}
          />
        </>
      }
    />
  );
}
