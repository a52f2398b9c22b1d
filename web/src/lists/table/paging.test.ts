import { describe, expect, it } from "vitest";
import type { Column } from "@/components/table/columns";
import { shownColumns } from "./columnChoice";
import { sortText } from "./columnNames";
import { changePageSize, cursorPaging, numberedPaging, pageNumbers, rangeText } from "./paging";

describe("page numbers", () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [3, 9, [1, 2, 3, 4, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 8, 9]],
  ])("offers page %i of %i its neighbours and the ends", (current, count, expected) => {
    expect(pageNumbers(current, count)).toEqual(expected);
  });

  it("never leads outside", () => {
    expect(numberedPaging(99, 10, 25)).toMatchObject({ offset: 20, next: null });
    expect(numberedPaging(0, 10, 0)).toMatchObject({ offset: 0, previous: null, next: null });
  });
});

describe("a list too long to be counted through", () => {
  it("goes on by cursor and back by number", () => {
    const answered = { page: 3, perPage: 50, resultCount: 400, nextCursor: "next" };
    expect(cursorPaging(answered, 50)).toEqual({
      size: 50,
      total: 400,
      offset: 100,
      previous: { kind: "number", number: 2 },
      next: { kind: "after", cursor: "next" },
    });
  });

  it("ends at both ends", () => {
    const answered = { page: 1, perPage: 50, resultCount: 12, nextCursor: null };
    expect(cursorPaging(answered, 50)).toMatchObject({ previous: null, next: null });
    expect(cursorPaging(undefined, 50)).toMatchObject({ total: null, offset: null });
  });
});

describe("pages of another size", () => {
  it.each([
    [1, 50, 25, null],
    [3, 50, 25, 5],
    [5, 25, 100, 2],
    [4, 25, 100, null],
  ])("keeps the first row of page %i by %i in sight by %i", (page, size, next, expected) => {
    const position = expected === null ? null : { kind: "number", number: expected };
    expect(changePageSize(numberedPaging(page, size, 1_000), next)).toEqual({
      page: position,
      perPage: next,
    });
  });
});

describe("the range in words", () => {
  const paging = numberedPaging(2, 28, 71_904);
  it("counts what is known", () => {
    expect(rangeText(paging, 28)).toBe("29 to 56 of 71,904");
    expect(rangeText({ ...paging, total: null }, 28)).toBe("29 to 56 of more");
    expect(rangeText({ ...paging, total: null, next: null }, 3)).toBe("29 to 31");
    expect(rangeText({ ...paging, offset: null }, 28)).toBe("28 of 71,904");
    expect(rangeText({ ...paging, offset: null, total: null }, 28)).toBe("28 rows");
    expect(rangeText({ ...paging, total: 0 }, 0)).toBe("0 of 0");
  });
});

describe("columns", () => {
  const columns: ReadonlyArray<Column<null>> = [
    { id: "name", header: "Asset", kind: "text", cell: () => null },
    { id: "value", header: "Value", kind: "money", hideable: false, cell: () => null },
    { id: "fee", header: "Fee", kind: "number", defaultHidden: true, cell: () => null },
    { id: "day", header: "Inception", kind: "date", cell: () => null },
  ];

  it("keeps the name first and what cannot be hidden, whatever was chosen", () => {
    expect(shownColumns(columns, null)).toEqual(["name", "value", "day"]);
    expect(shownColumns(columns, ["day", "fee", "name"])).toEqual(["name", "day", "fee", "value"]);
    expect(shownColumns(columns, [])).toEqual(["name", "value"]);
  });

  it("says a sort in words", () => {
    expect(sortText(columns, { column: "day", direction: "ascending" })).toBe(
      "Sorted by Inception, oldest first",
    );
    const change: Column<null> = {
      id: "change",
      header: "30d",
      name: "30d change",
      kind: "change",
      cell: () => null,
    };
    expect(sortText([change], { column: "change", direction: "descending" })).toBe(
      "Sorted by 30d change, highest first",
    );
    expect(sortText(columns, { column: "gone", direction: "ascending" })).toBe("");
    expect(sortText(columns, null)).toBe("");
  });
});
