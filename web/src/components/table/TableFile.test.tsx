import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { TableFile, tableCsv } from "./TableFile";

const rows = [
  { name: "=Harbour, Old (sample)", value: 12.5, sample: true },
  { name: "Orchard", value: null, sample: false },
];
const file = {
  title: "By currency",
  about: " Value, end of day UTC.",
  rows,
  sampleOf: ({ sample }: (typeof rows)[number]) => sample,
  columns: [
    { name: "name", value: ({ name }: (typeof rows)[number]) => name },
    { name: "value_dollar", value: ({ value }: (typeof rows)[number]) => value },
  ],
};

describe("the file of a table", () => {
  it("says what was made up, leaves out what is not known and runs as no formula", () => {
    expect(tableCsv(file).split("\r\n")).toEqual([
      "# By currency",
      "# Value, end of day UTC.",
      "# SAMPLE DATA: made up to show the product, not a measurement.",
      "name,value_dollar,sample",
      `"'=Harbour, Old (sample)",12.5,true`,
      "Orchard,,false",
      "",
    ]);
  });

  it("has lines that the table has no row for", () => {
    const more = [...rows, { name: "Quay", value: 1, sample: false }];
    expect(tableCsv({ ...file, lines: () => more })).toContain("Quay,1,false");
  });

  it("is not offered where there are no rows", () => {
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
      }),
    );
    render(<TableFile {...file} rows={undefined} />);
    expect(screen.getByRole("button", { name: "CSV" })).toBeDisabled();
  });
});
