import { describe, expect, it } from "vitest";
import cases from "../../../../services/libs/sheet/cases/formulas.json";
import { csvCell } from "./csvCell";

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

describe("a cell of comma-separated text", () => {
  it.each(cases.escaped)("escapes %j, which a spreadsheet would run", (text) => {
    expect(unquoted(csvCell(text))).toBe(`'${text}`);
  });

  it.each(cases.unchanged)("leaves %j unchanged", (text) => {
    expect(unquoted(csvCell(text))).toBe(text);
  });
});
