import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { saveFile } from "@/lib/saveFile";
import { textOf } from "@/testing/files";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { TableFile } from "./TableFile";
import { tableCsv } from "./tableText";

vi.mock("@/lib/saveFile", async (actual) => ({ ...(await actual<object>()), saveFile: vi.fn() }));
const everywhere = {
  "users.getProfile": () => unauthorized,
  "search.getInitialSearchGroups": () => [],
};

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

  it("is written as objects by lines too", async () => {
    server.use(procedures(everywhere));
    const { user } = render(<TableFile {...file} />);
    await user.click(screen.getByRole("button", { name: "Other file formats" }));
    await user.click(await screen.findByRole("menuitem", { name: "NDJSON" }));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [blob, name] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("by-currency.ndjson");
    const lines = (await textOf(blob)).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { name: "=Harbour, Old (sample)", value_dollar: 12.5, sample: true },
      { name: "Orchard", value_dollar: null, sample: false },
      { _file: { title: "By currency", about: "Value, end of day UTC.", has_sample: true } },
    ]);
  });

  it("is not offered where there are no rows", () => {
    server.use(procedures(everywhere));
    render(<TableFile {...file} rows={undefined} />);
    expect(screen.getByRole("button", { name: "CSV" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Other file formats" })).toBeDisabled();
  });
});
