import { describe, expect, it } from "vitest";
import { lastDay } from "@/lib/dates/day";
import type { PointQualifier } from "@/lib/format/qualifiers";
import { tableCsv } from "./tableCsv";

type Row = { name: string; value: number | null; mark?: PointQualifier };

const carried: PointQualifier = {
  value_date: "2026-11-17",
  is_carried: true,
  is_partial: false,
  is_average: false,
};

describe("the columns behind a number of a file", () => {
  it("name its day and its gaps, and are empty for a missing number", () => {
    const partial = { ...carried, value_date: null, is_carried: false, is_partial: true };
    const average = { ...carried, value_date: "2026-10-31", is_average: true };
    const rows: ReadonlyArray<Row> = [
      { name: "a", value: 1, mark: carried },
      { name: "b", value: 2, mark: partial },
      { name: "c", value: 3 },
      { name: "d", value: null, mark: carried },
      { name: "e", value: 4, mark: average },
    ];
    const text = tableCsv(
      {
        title: "Values",
        rows,
        sampleOf: () => false,
        origin: async () => ({}),
        columns: [
          { name: "name", value: ({ name }) => name },
          { name: "value_dollar", value: ({ value }) => value, mark: ({ mark }) => mark },
        ],
      },
      {},
    );
    const cells = text.split("\r\n").map((line) => line.split(",").slice(0, 6).join(","));
    const flags = ["value_date", "is_carried", "is_partial", "is_average"];
    expect(cells.slice(1, 7)).toEqual([
      ["name", "value_dollar", ...flags.map((flag) => `value_dollar_${flag}`)].join(","),
      "a,1,2026-11-17,true,false,false",
      `b,2,${lastDay()},false,true,false`,
      `c,3,${lastDay()},false,false,false`,
      "d,,,,,",
      "e,4,2026-10-31,true,false,true",
    ]);
  });
});
