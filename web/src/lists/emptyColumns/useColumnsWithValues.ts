import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTRPCClient } from "@/api/client";
import type { Query } from "@/api/contract";
import { catalogStaleMs } from "@/api/staleTimes";
import type { CatalogRecord } from "@/records/resource";
import type { useRows } from "@/records/useCatalog";
import type { ListColumn, Listing } from "../listing";
import { useRowNumbers } from "../numbers/rowNumbers";
import { emptyColumns, hasFieldValue, hasValue } from "./emptyColumns";

/** Rows whose numbers take longer are shown with all columns. */
const longestHoldMs = 2_000;

/** A page of rows, as `useRows` has it. */
export type ListedRows<Row> = Pick<
  ReturnType<typeof useRows<Row>>,
  "data" | "isPlaceholderData" | "isFetching"
>;

type ListedColumns<Row extends CatalogRecord> = {
  listing: Listing<Row>;
  columns: ReadonlyArray<ListColumn<Row>>;
  chosen: ReadonlyArray<string> | null;
  /** The column by which the reader sorts: it stays, so that the order is seen. */
  sorted: string | undefined;
  /** The filter of all rows of the list. */
  filter: Query["filter"];
  answer: ListedRows<Row>;
};

type ColumnsWithValues<Row> = {
  /** All columns but those in which no row of the list has a value, and with the one that the reader sorts by. */
  columns: ReadonlyArray<ListColumn<Row>>;
  /** The columns left out that the reader chose. */
  leftOut: ReadonlyArray<ListColumn<Row>>;
  /** Whether the first rows wait, so that no column leaves after they are painted. */
  isHeld: boolean;
  /** Whether it is not known yet which columns have values. */
  isWaiting: boolean;
};

/** The ids of the columns without values, separated by spaces, among the rows of a filter. */
type Decision = { filter: string; ids: string };

/** The columns of a list, without those in which no row has a value. */
export function useColumnsWithValues<Row extends CatalogRecord>(
  list: ListedColumns<Row>,
): ColumnsWithValues<Row> {
  const { columns, chosen, sorted, answer } = list;
  const filter = JSON.stringify(list.filter ?? null);
  const next = useEmptyIds(list);
  const [decided, setDecided] = useState<Decision | null>(null);
  // A decision stays until the next one: while rows of another page or filter are loading, no column comes or goes.
  const last = answer.data ? decided : null;
  const current = next === null ? last : { filter, ids: next };
  if (current?.ids !== decided?.ids || current?.filter !== decided?.filter) setDecided(current);
  // Rows of another filter may have what those before lacked.
  const isOfOthers = current !== null && !answer.isPlaceholderData && current.filter !== filter;
  const isWaiting = answer.data !== undefined && (current === null || isOfOthers);
  const isLate = useIsLate(isWaiting);
  const stillEmpty = (id: string) =>
    columns.every((one) => one.id !== id || !hasFieldValue(one, answer.data?.results ?? []));
  const ids = isOfOthers
    ? (current?.ids.split(" ") ?? []).filter((id) => !isLate && stillEmpty(id)).join(" ")
    : current?.ids;
  const known = useMemo(() => {
    const empty = ids?.split(" ") ?? [];
    return columns.filter(({ id }) => id === sorted || !empty.includes(id));
  }, [columns, ids, sorted]);
  const leftOut = columns.filter(
    (column) => !isOfOthers && chosen?.includes(column.id) && !known.includes(column),
  );
  return { columns: known, leftOut, isHeld: isWaiting && !isLate && current === null, isWaiting };
}

/** The ids of the columns in which no row of the list has a value, separated by spaces; null until they are known. */
function useEmptyIds<Row extends CatalogRecord>(list: ListedColumns<Row>): string | null {
  const { listing, columns, chosen, filter, answer } = list;
  const { data, isPlaceholderData } = answer;
  const client = useTRPCClient();
  const loaded = useRowNumbers();
  const isReady = data !== undefined && !isPlaceholderData && loaded?.status !== "loading";
  const empty = isReady ? emptyColumns(listing, columns, chosen, data.results, loaded) : [];
  // Other pages may have what this one lacks.
  const isPart = isReady && data.results.length < data.pagination.resultCount;
  const asked = useQueries({
    queries: (isPart ? empty : []).map((column) => ({
      queryKey: ["catalog", listing.resource.key, "known", filter ?? null, column.id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        hasValue(client, listing, column, filter, signal),
      staleTime: catalogStaleMs,
    })),
  });
  if (!isReady || asked.some(({ isPending }) => isPending)) return null;
  const confirmed = empty.filter((_, place) => !isPart || asked[place]?.data === false);
  return confirmed.map(({ id }) => id).join(" ");
}

/** Whether something has been waited for longer than a reader would. */
function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), longestHoldMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}
