import { type Origin, originCells } from "@/lib/files/origin";
import { type TableRows, tableGrid } from "./tableGrid";

/** The rows of a table as NDJSON; the last object describes the file. */
export function tableNdjson<Row>(table: TableRows<Row>, origin: Origin): string {
  const { grid, count, hasSample } = tableGrid(table, origin);
  const records = Array.from({ length: count }, (_, at) =>
    Object.fromEntries(grid.map(({ name, cells }) => [name, cells[at] ?? null])),
  );
  const file = { title: table.title, about: table.about?.trim() ?? "", has_sample: hasSample };
  return [...records, { _file: { ...file, ...originCells(origin) } }]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}
