import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { beforeEach, expect, it, vi } from "vitest";
import { tableParquet } from "./tableParquet";

// The browser of the tests and its encoder disagree on what an array of bytes is.
beforeEach(() => {
  vi.stubGlobal("Uint8Array", new TextEncoder().encode().constructor);
});

type Row = { name: string; value: number | null; sample: boolean };

const table = {
  title: "By currency",
  rows: [
    { name: "=Harbour, Old (sample)", value: 12.5, sample: true },
    { name: "Orchard", value: null, sample: false },
  ],
  sampleOf: ({ sample }: Row) => sample,
  columns: [
    { name: "name", value: ({ name }: Row) => name },
    { name: "value_dollar", value: ({ value }: Row) => value },
  ],
  origin: async () => ({}),
};
const origin = { sources: ["Made up", "Bank"], licence: "CC0-1.0" };

it("writes columns with their types, and shows the licence of the whole", async () => {
  const file = tableParquet(table, origin);
  const cells = {
    ...{ load_sources: "Made up; Bank", licence: "CC0-1.0" },
    ...{ attribution: null, method_version: null, as_of: null },
  };
  expect(await parquetReadObjects({ file })).toEqual([
    { name: "=Harbour, Old (sample)", value_dollar: 12.5, ...cells, sample: true },
    { name: "Orchard", value_dollar: null, ...cells, sample: false },
  ]);
  const { schema, key_value_metadata: said } = parquetMetadata(file);
  const types = schema.slice(1).map(({ name, type }) => [name, type]);
  expect(types).toContainEqual(["value_dollar", "DOUBLE"]);
  expect(types).toContainEqual(["sample", "BOOLEAN"]);
  expect(said).toContainEqual({ key: "licence", value: "CC0-1.0" });
});

it("writes a table of which nothing is known", async () => {
  const blank = { ...table, rows: [{ name: "Orchard", value: null, sample: false }] };
  expect(await parquetReadObjects({ file: tableParquet(blank, {}) })).toMatchObject([
    { name: "Orchard", value_dollar: null, sample: false },
  ]);
});
