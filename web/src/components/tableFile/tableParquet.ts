import { parquetWriteBuffer } from "hyparquet-writer";
import { type Origin, originCells } from "@/lib/files/origin";
import { type TableRows, tableGrid } from "./tableGrid";

const types = { boolean: "BOOLEAN", number: "DOUBLE", string: "STRING" } as const;

/** The type of the figures of a column; unknown without any figure, and text has none. */
function typeOf(cells: ReadonlyArray<string | number | boolean | null>) {
  const kind = typeof (cells.find((cell) => cell !== null) ?? "");
  return kind === "boolean" || kind === "number" ? types[kind] : types.string;
}

/** The rows of a table as columns with their types; the metadata of the file contains the licence. */
export function tableParquet<Row>(table: TableRows<Row>, origin: Origin): ArrayBuffer {
  const { grid } = tableGrid(table, origin);
  const said = { title: table.title, about: table.about?.trim() ?? "", ...originCells(origin) };
  return parquetWriteBuffer({
    columnData: grid.map(({ name, cells }) => ({ name, data: cells, type: typeOf(cells) })),
    kvMetadata: Object.entries(said).map(([key, value]) => ({ key, value: value ?? "" })),
  });
}
