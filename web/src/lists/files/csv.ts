import { csvCell } from "@/lib/files/csvCell";
import { fieldValue } from "@/records/resource";

/** One value: lists by semicolons, unknown is empty, figures are never touched. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return csvCell(Array.isArray(value) ? value.join(";") : String(value));
}

export function csvHead(fields: ReadonlyArray<string>): string {
  return `${fields.map(csvCell).join(",")}\r\n`;
}

/** Rows of a file with some fields. */
export function csvRows(rows: ReadonlyArray<object>, fields: ReadonlyArray<string>): string {
  return rows
    .map((row) => `${fields.map((field) => cellOf(fieldValue(row, field))).join(",")}\r\n`)
    .join("");
}
