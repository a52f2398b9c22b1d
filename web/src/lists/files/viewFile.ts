import { largestPage, type Query } from "@/api/contract";
import type { Download, Progress } from "@/api/downloads";
import { fileName } from "@/lib/browser/saveFile";
import { type CatalogRecord, fieldValue, type Resource } from "@/records/resource";
import { csvHead, csvRows } from "./csv";

/** The value of a row in a file by the name of its column, if the catalog does not have it. */
export type FileTexts<Row> = Readonly<Record<string, (row: Row) => string>>;

type View<Row> = {
  list: ReturnType<Resource<Row>["of"]>["list"];
  label: string;
  rows: Pick<Query, "filter" | "sort">;
  fields: ReadonlyArray<string>;
  fileTexts: FileTexts<Row>;
};

type Options = { signal: AbortSignal; onProgress: (progress: Progress) => void };

/** The provenance of each row, as in the files of the server. */
const origin = ["slug", "is_sample", "source", "licence", "retrieved_on"];

/** All rows of a view as a file that is written here, since the server does not know all of its columns. */
export async function viewFile<Row extends CatalogRecord>(
  { list, label, rows, fields, fileTexts }: View<Row>,
  { signal, onProgress }: Options,
): Promise<Download> {
  const columns = [...new Set([...fields, ...origin])];
  const parts = [csvHead(columns)];
  let count = 0;
  let cursor: string | null = null;
  do {
    const pagination: Query["pagination"] =
      cursor === null ? { page: 1, perPage: largestPage } : { cursor, perPage: largestPage };
    const page = await list.query({ ...rows, pagination }, { signal });
    parts.push(
      csvRows(
        page.results.map((row) => cellsOf(row, columns, fileTexts)),
        columns,
      ),
    );
    count += page.results.length;
    cursor = page.pagination.nextCursor;
    onProgress({ rows: count, total: page.pagination.resultCount });
  } while (cursor !== null);
  const blob = new Blob(parts, { type: "text/csv;charset=utf-8" });
  return { blob, name: fileName(label, "csv"), rows: count };
}

function cellsOf<Row extends CatalogRecord>(
  row: Row,
  columns: ReadonlyArray<string>,
  fileTexts: FileTexts<Row>,
): object {
  const cell = (name: string) => fileTexts[name]?.(row) ?? fieldValue(row, name);
  return Object.fromEntries(columns.map((name) => [name, cell(name)]));
}
