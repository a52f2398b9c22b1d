import type { Column } from "./columns";

export type TestRow = { id: string; name: string; value: number; holders: number };

export function testRows(count: number): TestRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `row-${index + 1}`,
    name: `Fund ${index + 1} (sample)`,
    value: 1000 - index,
    holders: index * 10,
  }));
}

export const testColumns: ReadonlyArray<Column<TestRow>> = [
  { id: "name", header: "Asset", kind: "text", sortable: true, cell: (row) => row.name },
  {
    id: "value",
    header: "Value",
    unit: "US$ m",
    kind: "money",
    sortable: true,
    cell: (row) => <bdi title={`${row.value} exact`}>{row.value.toFixed(1)}</bdi>,
  },
  {
    id: "holders",
    header: "Holders",
    kind: "number",
    cell: (row) => (
      <>
        {row.holders}
        <button type="button" tabIndex={-1}>
          Explain
        </button>
      </>
    ),
  },
  { id: "fee", header: "Fee", unit: "bps", kind: "number", defaultHidden: true, cell: () => "20" },
];

export const testFacts = {
  id: (row: TestRow) => row.id,
  name: (row: TestRow) => row.name,
  href: (row: TestRow) => `/assets/${row.id}`,
};
