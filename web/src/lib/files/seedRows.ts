import { readFileSync } from "node:fs";
import { join } from "node:path";

type Line = Record<string, string>;

/** Not at commas within quotes. */
const betweenCells = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

/** The rows of a CSV file that is part of the program, for the build and tests, which run in the folder of the site. */
export function seedRows(path: string): ReadonlyArray<Line> {
  const text = readFileSync(join(process.cwd(), "../deploy/seed", path), "utf8");
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(betweenCells);
    return Object.fromEntries(names.map((name, index) => [name, unquoted(cells[index] ?? "")]));
  });
}
