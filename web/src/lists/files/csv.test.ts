import { describe, expect, it } from "vitest";
import { csvHead, csvRows } from "./csv";

describe("a file of a view", () => {
  it("names its columns by their fields", () => {
    expect(csvHead(["name", "network_slugs"])).toBe("name,network_slugs\r\n");
  });

  it("keeps figures as they are and unknown values empty", () => {
    const rows = [{ amount: -12.5, rate: 0, name: null, flag: false }];
    expect(csvRows(rows, ["amount", "rate", "name", "flag", "gone"])).toBe("-12.5,0,,false,\r\n");
  });

  it("makes formulas harmless to spreadsheets", () => {
    expect(csvRows([{ name: "=HYPERLINK(1)" }], ["name"])).toBe("'=HYPERLINK(1)\r\n");
  });

  it("joins lists and quotes what would break a line", () => {
    const rows = [{ networks: ["a", "b"], name: 'A "B",\nC' }];
    expect(csvRows(rows, ["networks", "name"])).toBe('a;b,"A ""B"",\nC"\r\n');
  });
});
