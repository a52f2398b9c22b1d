import { fileName, saveFile } from "@/lib/saveFile";
import { type TableRows, tableCsv, tableNdjson } from "./tableText";

const written = {
  csv: { write: tableCsv, type: "text/csv;charset=utf-8" },
  ndjson: { write: tableNdjson, type: "application/x-ndjson" },
} as const;

/** Writes the rows of a table into a file. */
export function saveTable<Row>(table: TableRows<Row>, format: keyof typeof written): void {
  const { write, type } = written[format];
  saveFile(new Blob([write(table)], { type }), fileName(table.title, format));
}
