import { expect, it } from "vitest";
import { crc32 } from "@/lib/files/zip";
import { tableXlsx } from "./tableXlsx";

const rows = [
  { name: "=Harbour & <Old> \u0007", value: 12.5, sample: true },
  { name: "Orchard", value: null, sample: false },
];
const table = {
  title: "By currency",
  rows,
  sampleOf: ({ sample }: (typeof rows)[number]) => sample,
  columns: [
    { name: "name", value: ({ name }: (typeof rows)[number]) => name },
    { name: "value_dollar", value: ({ value }: (typeof rows)[number]) => value },
  ],
  origin: async () => ({}),
};

/** The files of an archive by path, read from its central directory; each must have its checksum. */
function unzipped(bytes: Uint8Array<ArrayBuffer>): Map<string, string> {
  const view = new DataView(bytes.buffer);
  const text = (from: number, length: number) =>
    new TextDecoder().decode(bytes.slice(from, from + length));
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const offset = view.getUint32(at + 42, true);
    const start = offset + 30 + view.getUint16(offset + 26, true);
    expect(crc32(bytes.slice(start, start + size))).toBe(view.getUint32(at + 16, true));
    files.set(text(at + 46, nameLength), text(start, size));
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

it("writes days as dates", () => {
  const days = [{ day: "2026-11-19" }, { day: "19 Nov 2026" }, { day: null }];
  const column = {
    name: "value_dollar_value_date",
    value: ({ day }: (typeof days)[number]) => day,
  };
  const dated = { ...table, rows: days, sampleOf: () => false, columns: [column] };
  const files = unzipped(tableXlsx(dated, {}));
  const parse = (path: string) =>
    new DOMParser().parseFromString(files.get(path) ?? "", "application/xml");
  const cells = [...parse("xl/worksheets/sheet1.xml").querySelectorAll("row")].map((row) =>
    row.querySelector("c"),
  );
  const [, date, text, none] = cells;
  // Days since 30 Dec 1899, in the format of the second style.
  expect(date?.querySelector("v")?.textContent).toBe("46345");
  const style =
    parse("xl/styles.xml").querySelectorAll("cellXfs xf")[Number(date?.getAttribute("s"))];
  const format = parse("xl/styles.xml").querySelector("numFmt");
  expect(style?.getAttribute("numFmtId")).toBe(format?.getAttribute("numFmtId"));
  expect(format?.getAttribute("formatCode")).toBe("yyyy\\-mm\\-dd");
  expect(text?.textContent).toBe("19 Nov 2026");
  expect(none?.textContent).toBe("");
});

it("writes text as text, numbers as numbers, and a sheet about the table", () => {
  const files = unzipped(tableXlsx(table, { sources: ["Bank"], licence: "CC0-1.0" }));
  const parse = (path: string) =>
    new DOMParser().parseFromString(files.get(path) ?? "", "application/xml");
  const cells = [...parse("xl/worksheets/sheet1.xml").querySelectorAll("row")].map((row) =>
    [...row.querySelectorAll("c")].map((cell) => cell.textContent),
  );
  expect(cells[0]?.slice(0, 2)).toEqual(["name", "value_dollar"]);
  expect(cells[1]?.slice(0, 2)).toEqual(["=Harbour & <Old> \u{fffd}", "12.5"]);
  expect(cells[1]?.at(-1)).toBe("1");
  expect(cells[2]?.slice(0, 2)).toEqual(["Orchard", ""]);
  const about = parse("xl/worksheets/sheet2.xml").documentElement.textContent;
  expect(about).toContain("SAMPLE DATA");
  expect(about).toContain("CC0-1.0");
  for (const path of files.keys()) expect(parse(path).querySelector("parsererror")).toBeNull();
});

it("has the checksum of archives", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});
