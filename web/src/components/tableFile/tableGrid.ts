import { type Origin, originCells } from "@/lib/files/origin";
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
