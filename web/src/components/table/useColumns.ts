import {
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { Sort } from "@/lib/viewState";
import { type Column, canHide, firstDirection, shownColumns } from "./columns";

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

type ColumnsOptions<Row> = {
  columns: ReadonlyArray<Column<Row>>;
  chosen: ReadonlyArray<string> | null;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
};

type NoRow = Record<string, never>;
const noRows: NoRow[] = [];

/** The model of the columns: which are shown, in which order, and what a press on a header sorts by. */
export function useColumns<Row>({ columns, chosen, sort, onSort }: ColumnsOptions<Row>) {
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: () => null,
        enableSorting: column.sortable ?? false,
        enableHiding: canHide(columns, column),
        sortDescFirst: firstDirection(column.kind) === "descending",
      })),
    [columns],
  );
  const state = useMemo(() => {
    const shown = shownColumns(columns, chosen);
    return {
      sorting: sort ? [{ id: sort.column, desc: sort.direction === "descending" }] : [],
      columnOrder: shown,
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shown.includes(id)])),
    };
  }, [columns, chosen, sort]);
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state,
    onSortingChange: (change: SortingState | ((old: SortingState) => SortingState)) => {
      const [next] = typeof change === "function" ? change(state.sorting) : change;
      if (next) onSort({ column: next.id, direction: next.desc ? "descending" : "ascending" });
    },
  });
  const leaves = table.getVisibleLeafColumns();
  const visible = useMemo(
    () => leaves.flatMap(({ id }) => columns.filter((column) => column.id === id)),
    [leaves, columns],
  );
  return {
    visible,
    toggleSort: (id: string) => table.getColumn(id)?.toggleSorting(),
  };
}
