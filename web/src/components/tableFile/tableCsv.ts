import { csvCell } from "@/lib/files/csvCell";
import { type Origin, originLines } from "@/lib/files/origin";
import type { Cell } from "./fileColumns";
import { sampleNotice, type TableRows, tableGrid } from "./tableGrid";

function cellOf(value: Cell | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? csvCell(value) : String(value);
}

/** Exact figures, ISO days, which rows were made up, and where they come from. */
export function tableCsv<Row>(table: TableRows<Row>, origin: Origin): string {
  const { grid, count, hasSample } = tableGrid(table, origin);
  const preamble = [
    table.title,
    table.about?.trim(),
    hasSample && sampleNotice,
    ...originLines(origin),
  ];
  const line = (at: number) => grid.map(({ cells }) => cellOf(cells[at])).join(",");
  return [
    ...preamble.flatMap((said) => (said ? [`# ${said.replaceAll(/\s+/g, " ")}`] : [])),
    grid.map(({ name }) => name).join(","),
    ...Array.from({ length: count }, (_, at) => line(at)),
    "",
  ].join("\r\n");
}
