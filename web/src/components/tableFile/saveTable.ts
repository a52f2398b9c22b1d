import { fileName, saveFile } from "@/lib/browser/saveFile";
import { allowedOrigin } from "@/lib/files/allowedOrigin";
import type { Origin } from "@/lib/files/origin";
import { tableCsv } from "./tableCsv";
import type { TableRows } from "./tableGrid";
import { tableNdjson } from "./tableNdjson";

export type TableFormat = "csv" | "xlsx" | "ndjson" | "parquet";

async function written<Row>(
  table: TableRows<Row>,
  origin: Origin,
  format: TableFormat,
): Promise<Blob> {
  if (format === "csv") {
    return new Blob([tableCsv(table, origin)], { type: "text/csv;charset=utf-8" });
  }
  if (format === "ndjson") {
    return new Blob([tableNdjson(table, origin)], { type: "application/x-ndjson" });
  }
  if (format === "xlsx") {
    const { tableXlsx } = await import("./tableXlsx");
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    return new Blob([tableXlsx(table, origin)], { type });
  }
  const { tableParquet } = await import("./tableParquet");
  return new Blob([tableParquet(table, origin)], { type: "application/vnd.apache.parquet" });
}

/** Writes the rows of a table into a file, with where its figures come from. */
export async function saveTable<Row>(table: TableRows<Row>, format: TableFormat): Promise<void> {
  const origin = await allowedOrigin(table.origin);
  if (origin) saveFile(await written(table, origin, format), fileName(table.title, format));
}
