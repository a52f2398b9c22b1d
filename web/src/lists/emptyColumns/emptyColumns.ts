import type { Filter, Query } from "@/api/contract";
import { every, isRanked, where } from "@/api/listQuery";
import { lastDay } from "@/lib/dates/day";
import { type CatalogRecord, type Client, fieldValue } from "@/records/resource";
import type { ListColumn, Listing } from "../listing";
import {
  numberOf,
  numberRequests,
  readerOf,
  type useRowNumbers,
  valuesIn,
} from "../numbers/rowNumbers";
import { canHide, shownColumns } from "../table/columnChoice";

type Source<Row extends CatalogRecord> = Pick<Listing<Row>, "resource" | "numbers">;

function isMissing(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Whether any of these rows has a value in the fields of a column. */
export function hasFieldValue<Row extends CatalogRecord>(
  { id, fields = [id] }: ListColumn<Row>,
  rows: ReadonlyArray<Row>,
): boolean {
  return rows.some((row) => fields.some((of) => !isMissing(fieldValue(row, of))));
}

/**
 * The columns in which none of these rows has a value, of those that a list shows; cards of phones show usual columns
 * whatever columns are chosen.
 */
export function emptyColumns<Row extends CatalogRecord>(
  { numbers }: Source<Row>,
  columns: ReadonlyArray<ListColumn<Row>>,
  chosen: ReadonlyArray<string> | null,
  rows: ReadonlyArray<Row>,
  loaded: ReturnType<typeof useRowNumbers>,
): ReadonlyArray<ListColumn<Row>> {
  if (rows.length === 0) return [];
  const shown = shownColumns(columns, chosen);
  return columns.filter((column) => {
    const { id, fields = [id], defaultHidden, isNeverEmpty } = column;
    const isUsed = shown.includes(id) || !defaultHidden;
    if (!isUsed || isNeverEmpty || !canHide(columns, column)) return false;
    if (numbers?.columns[id]) {
      // Numbers that could not be loaded may exist.
      return loaded?.isComplete && rows.every(({ slug }) => loaded.at(id, slug) === null);
    }
    // A column without fields is calculated.
    return fields.length > 0 && !hasFieldValue(column, rows);
  });
}

/** Whether any row of a list has a value in a column. */
export async function hasValue<Row extends CatalogRecord>(
  client: Client,
  { resource, numbers }: Source<Row>,
  { id, fields = [id] }: ListColumn<Row>,
  filter: Query["filter"],
  signal: AbortSignal,
): Promise<boolean> {
  const { list } = resource.of(client);
  const pagination = { page: 1, perPage: 1 };
  const number = numbers?.columns[id];
  if (!numbers || !number) {
    const filters = fields.map((field) => where(field, "notEquals", null));
    const known: Filter = { operator: "or", filters };
    const answer = await list.query({ filter: every([filter, known]), pagination }, { signal });
    return answer.pagination.resultCount > 0;
  }
  if (!isRanked(id, numbers)) return true;
  // Rows without the number come last: if the first row has none, no row has one.
  const sort = { field: id, direction: "desc" } as const;
  const { results } = await list.query({ filter, sort, pagination }, { signal });
  const slugs = results.map(({ slug }) => slug);
  const own = { ...numbers, columns: { [id]: number } };
  const answers = await Promise.all(
    numberRequests(own, slugs, lastDay()).map(async (request) => ({
      data: await client.timeseries.aggregate.query(request, { signal }),
    })),
  );
  const values = valuesIn(own, answers);
  return slugs.some((slug) => numberOf(number, readerOf(values, slug)) !== null);
}
