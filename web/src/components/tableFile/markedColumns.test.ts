import { describe, expect, it } from "vitest";
import type { Qualified } from "@/lib/format/qualifiers";
import { markedColumns } from "./markedColumns";
import { tableCsv } from "./tableText";

type Row = { name: string; value: number | null; mark?: Qualified };

const carried: Qualified = {
  value_date: "2026-11-17",
  is_carried: true,
  is_partial: false,
  is_average: false,
};

describe("the columns behind a number of a file", () => {
  it("say of which day it is, and what it lacks; nothing where there is none", () => {
    const partial = { ...carried, value_date: null, is_carried: false, is_partial: true };
    const rows: ReadonlyArray<Row> = [
      { name: "a", value: 1, mark: carried },
      { name: "b", value: 2, mark: partial },
      { name: "c", value: 3 },
      { name: "d", value: null, mark: carried },
    ];
    const text = tableCsv(
      {
        title: "Values",
        rows,
        sampleOf: () => false,
        origin: async () => ({}),
        columns: [
          { name: "name", value: ({ name }) => name },
          ...markedColumns<Row>(
            { name: "value_dollar", value: ({ value }) => value },
            ({ mark }) => mark,
          ),
        ],
      },
      {},
    );
    const cells = text.split("\r\n").map((line) => line.split(",").slice(0, 5).join(","));
    expect(cells.slice(1, 6)).toEqual([
      "name,value_dollar,value_dollar_value_date,value_dollar_is_carried,value_dollar_is_partial",
      "a,1,2026-11-17,true,false",
      "b,2,,false,true",
      "c,3,,false,false",
      "d,,,,",
    ]);
  });
});
