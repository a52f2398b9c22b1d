import { type Origin, originCells } from "@/lib/files/origin";
import { zipFiles } from "@/lib/files/zip";
import type { Cell } from "./fileColumns";
import { sampleNotice, type TableRows, tableGrid } from "./tableGrid";

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const packages = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const content = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text within XML, which has no control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}");
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;
/** The day from which spreadsheets count. */
const epoch = Date.UTC(1899, 11, 30);
/** The number of the style of days among the styles of cells. */
const dayStyle = 1;
const styles = `<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>`;

/** Text stays text, so that none of it runs as a formula; a day is a date, as in the files of the gateway. */
function cellOf(value: Cell | undefined): string {
  if (value === null || value === undefined) return "<c/>";
  if (typeof value === "number") return `<c><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c t="b"><v>${Number(value)}</v></c>`;
  if (dayPattern.test(value))
    return `<c s="${dayStyle}"><v>${(Date.parse(value) - epoch) / 86_400_000}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

function sheet(rows: ReadonlyArray<ReadonlyArray<Cell | undefined>>): string {
  const lines = rows.map((cells) => `<row>${cells.map(cellOf).join("")}</row>`);
  return `${head}<worksheet xmlns="${spreadsheet}"><sheetData>${lines.join("")}</sheetData></worksheet>`;
}

const sheets = ["Data", "About"] as const;

function numbered(write: (name: string, number: number) => string): string {
  return sheets.map((name, place) => write(name, place + 1)).join("");
}

/** The rows of a table as a workbook: the data, and a sheet with what the table is and where its figures come from. */
export function tableXlsx<Row>(table: TableRows<Row>, origin: Origin): Uint8Array<ArrayBuffer> {
  const { grid, count, hasSample } = tableGrid(table, origin);
  const about = {
    title: table.title,
    about: table.about?.trim() ?? "",
    ...(hasSample && { notice: sampleNotice }),
    ...originCells(origin),
  };
  const workbook = `<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets>${numbered(
    (name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`,
  )}</sheets></workbook>`;
  const types = `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/>${numbered(
    (_, number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${content}.worksheet+xml"/>`,
  )}<Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/></Types>`;
  const related = (parts: string) =>
    `${head}<Relationships xmlns="${packages}/relationships">${parts}</Relationships>`;
  return zipFiles({
    "[Content_Types].xml": head + types,
    "_rels/.rels": related(
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`,
    ),
    "xl/workbook.xml": head + workbook,
    "xl/_rels/workbook.xml.rels": related(
      numbered(
        (_, number) =>
          `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      ) +
        `<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/>`,
    ),
    "xl/styles.xml": `${head}<styleSheet xmlns="${spreadsheet}">${styles}</styleSheet>`,
    "xl/worksheets/sheet1.xml": sheet([
      grid.map(({ name }) => name),
      ...Array.from({ length: count }, (_, at) => grid.map(({ cells }) => cells[at])),
    ]),
    "xl/worksheets/sheet2.xml": sheet(Object.entries(about)),
  });
}
