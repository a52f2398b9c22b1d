/** The rows of a comma-separated file (RFC 4180) by the names of its columns; lines of licences are left out. */
export function readCsv(file: string): ReadonlyArray<Record<string, string>> {
  const text = file.replace(/# Licence: [^\r\n]*\r\n$/, "");
  const rows: string[][] = [[]];
  // One cell and what ends it: quotes within quotes are doubled.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    const [whole, quoted, plain = "", end] = found;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
    if (whole === "" || cell.lastIndex === text.length) break;
  }
  if (cell.lastIndex !== text.length) throw new Error(`no CSV at ${cell.lastIndex}`);
  const [names = [], ...lines] = rows.filter((row) => row.length > 0);
  return lines.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""])));
}
