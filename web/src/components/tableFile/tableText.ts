import { csvCell } from "@/lib/files/csvCell";
import { type Origin, originCells, originLines } from "@/lib/files/origin";
import { type Cell, type FileColumn, markedColumns } from "./fileColumns";

export type TableRows<Row> = {
  title: string;
  /** The description of the table: its unit, its day, its exclusions. */
  about?: string;
  rows: ReadonlyArray<Row> | undefined;
  /** The lines of the file, where it has more than the rows of the table. */
  lines?: () => ReadonlyArray<Row>;
  columns: ReadonlyArray<FileColumn<Row>>;
  /** Whether a row was made up. */
  sampleOf: (row: Row) => boolean;
  /** Asks where the figures come from. */
  origin: () => Promise<Origin>;
};

export const sampleNotice = "SAMPLE DATA: fictitious values for demonstration, not a measurement.";

/** The rows of a table for files of all formats. */
export function tableGrid<Row>(table: TableRows<Row>, origin: Origin) {
  const { rows: shown = [], lines, sampleOf } = table;
  const columns = table.columns.flatMap((column) => markedColumns(column));
  const rows = lines?.() ?? shown;
  const provenance = Object.entries(originCells(origin));
  const grid: Array<{ name: string; cells: Cell[] }> = [
    ...columns.map(({ name, value }) => ({ name, cells: rows.map(value) })),
    ...provenance.map(([name, cell]) => ({ name, cells: rows.map(() => cell) })),
    { name: "sample", cells: rows.map(sampleOf) },
  ];
  return { grid, count: rows.length, hasSample: rows.some(sampleOf) };
}

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
