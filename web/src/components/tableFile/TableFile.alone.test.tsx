import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { saveFile } from "@/lib/browser/saveFile";
import { recordedOrigin } from "@/lib/files/origin";
import { textOf } from "@/testing/files";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { TableFile } from "./TableFile";
import { tableCsv } from "./tableCsv";

vi.mock("@/lib/browser/saveFile", async (actual) => ({
  ...(await actual<object>()),
  saveFile: vi.fn(),
}));
beforeEach(() => vi.mocked(saveFile).mockClear());

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
  origin: async () => loaded,
};

const loaded = {
  sources: ["Made up", "Bank"],
  licence: "CC0-1.0",
  method: "sum 1",
  asOf: "2026-11-20T10:00:00.000Z",
};
/** The same in every row. */
const cells = {
  load_sources: "Made up; Bank",
  licence: "CC0-1.0",
  attribution: null,
  method_version: "sum 1",
  as_of: "2026-11-20T10:00:00.000Z",
};

describe("the file of a table", () => {
  it("says what was made up, leaves out what is not known and runs as no formula", () => {
    expect(tableCsv(file, loaded).split("\r\n")).toEqual([
      "# By currency",
      "# Value, end of day UTC.",
      "# SAMPLE DATA: fictitious values for demonstration, not a measurement.",
      "# Source: Made up",
      "# Source: Bank",
      "# Licence: CC0-1.0",
      "# Method: sum 1",
      "# As of: 2026-11-20T10:00:00.000Z",
      "name,value_dollar,load_sources,licence,attribution,method_version,as_of,sample",
      `"'=Harbour, Old (sample)",12.5,Made up; Bank,CC0-1.0,,sum 1,2026-11-20T10:00:00.000Z,true`,
      "Orchard,,Made up; Bank,CC0-1.0,,sum 1,2026-11-20T10:00:00.000Z,false",
      "",
    ]);
  });

  it("has lines that the table has no row for", () => {
    const more = [...rows, { name: "Quay", value: 1, sample: false }];
    expect(tableCsv({ ...file, lines: () => more }, {})).toContain("Quay,1,,,,,,false");
  });

  it("is not made of figures that a licence allows on pages only", async () => {
    server.use(procedures(everywhere));
    const origin = async () =>
      recordedOrigin([{ source: "Vendor", licence: "Own use", is_redistributable: false }]);
    const { user } = render(<TableFile {...file} origin={origin} />);
    await user.click(screen.getByRole("button", { name: "CSV" }));
    expect(await screen.findByText(/^Not for redistribution: .*Vendor/)).toBeVisible();
    expect(saveFile).not.toHaveBeenCalled();
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
      { name: "=Harbour, Old (sample)", value_dollar: 12.5, ...cells, sample: true },
      { name: "Orchard", value_dollar: null, ...cells, sample: false },
      {
        _file: {
          title: "By currency",
          about: "Value, end of day UTC.",
          has_sample: true,
          ...cells,
        },
      },
    ]);
  });

  it("is not made without an answer of where it comes from", async () => {
    server.use(procedures(everywhere));
    const failing = { ...file, origin: () => Promise.reject(new Error("away")) };
    const { user } = render(<TableFile {...failing} />);
    await user.click(screen.getByRole("button", { name: "CSV" }));
    expect(await screen.findByText(/^Not downloaded: .* could not be loaded/)).toBeVisible();
    expect(saveFile).not.toHaveBeenCalled();
  });

  it("is not offered without rows", () => {
    server.use(procedures(everywhere));
    render(<TableFile {...file} rows={undefined} />);
    expect(screen.getByRole("button", { name: "CSV" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Other file formats" })).toBeDisabled();
  });
});
