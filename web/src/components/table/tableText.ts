import { csvCell } from "@/lib/csvCell";

export type FileColumn<Row> = {
  /** Names the column, with its unit: "value_dollar". */
  name: string;
  value: (row: Row) => string | number | null;
};

export type TableRows<Row> = {
  title: string;
  /** What is said of the table: its unit, its day, what it leaves out. */
  about?: string;
  rows: ReadonlyArray<Row> | undefined;
  /** The lines of the file, where it has more than the rows of the table. */
  lines?: () => ReadonlyArray<Row>;
  columns: ReadonlyArray<FileColumn<Row>>;
  /** Whether a row was made up. */
  sampleOf: (row: Row) => boolean;
};

function linesOf<Row>({ rows = [], lines }: TableRows<Row>): ReadonlyArray<Row> {
  return lines?.() ?? rows;
}

function cellOf(value: string | number | null): string {
  if (value === null) return "";
  return typeof value === "number" ? String(value) : csvCell(value);
}

/** The rows of a table as text: exact figures, ISO days, and which rows were made up. */
export function tableCsv<Row>(table: TableRows<Row>): string {
  const { title, about, columns, sampleOf } = table;
  const rows = linesOf(table);
  const isSample = rows.some(sampleOf);
  const preamble = [
    title,
    about?.trim(),
    isSample && "SAMPLE DATA: made up to show the product, not a measurement.",
  ];
  const lines = rows.map((row) => [
    ...columns.map(({ value }) => cellOf(value(row))),
    String(sampleOf(row)),
  ]);
  return [
    ...preamble.flatMap((line) => (line ? [`# ${line}`] : [])),
    ...[[...columns.map(({ name }) => name), "sample"], ...lines].map((cells) => cells.join(",")),
    "",
  ].join("\r\n");
}

/** The same with an object for each row; the last one tells of the file. */
export function tableNdjson<Row>(table: TableRows<Row>): string {
  const { title, about = "", columns, sampleOf } = table;
  const rows = linesOf(table);
  const told = rows.map((row) => ({
    ...Object.fromEntries(columns.map(({ name, value }) => [name, value(row)])),
    sample: sampleOf(row),
  }));
  const file = { title, about: about.trim(), has_sample: rows.some(sampleOf) };
  return [...told, { _file: file }].map((line) => `${JSON.stringify(line)}\n`).join("");
}
