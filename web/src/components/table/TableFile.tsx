import { csvCell } from "@/lib/csvCell";
import { fileName, saveFile } from "@/lib/saveFile";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import type { CardColumn } from "./CardTable";

export type FileColumn<Row> = {
  /** Names the column, with its unit: "value_dollar". */
  name: string;
  value: (row: Row) => string | number | null;
};

/** A column of a card, and what stands for it in the file of the table. */
export type FiledColumn<Row> = CardColumn<Row> & { file?: FileColumn<Row> };

type TableFileProps<Row> = {
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

function cellOf(value: string | number | null): string {
  if (value === null) return "";
  return typeof value === "number" ? String(value) : csvCell(value);
}

/** The rows of a table as text: exact figures, ISO days, and which rows were made up. */
export function tableCsv<Row>({
  title,
  about,
  rows: shown = [],
  lines: filed,
  columns,
  sampleOf,
}: TableFileProps<Row>): string {
  const rows = filed?.() ?? shown;
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

/** Saves the rows of a table as they stand. */
export function TableFile<Row>(props: TableFileProps<Row>) {
  const save = () =>
    saveFile(
      new Blob([tableCsv(props)], { type: "text/csv;charset=utf-8" }),
      fileName(props.title, "csv"),
    );
  return (
    <Button size="small" disabled={!props.rows?.length} onClick={save}>
      <Icon name="download" size={14} />
      CSV
    </Button>
  );
}
