import { type Column, directionLabel, firstDirection } from "@/components/table/columns";
import { Icon } from "@/components/ui/marks/Icon";
import type { Sort } from "@/lib/address/viewState";
import { usePressed } from "@/lib/browser/usePressed";
import { fullName } from "./columnNames";

type SortSelectProps<Row> = {
  columns: ReadonlyArray<Column<Row>>;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
};

/** The choice of the order on phones, which have no headers to press. */
export function SortSelect<Row>({ columns, ...props }: SortSelectProps<Row>) {
  const [sort, press] = usePressed(props.sort, (next) => next && props.onSort(next));
  const sortable = columns.filter((column) => column.sortable);
  // Until the metadata is known, the select has the room of the current order.
  const known = sortable.length > 0 ? sortable : columns.filter(({ id }) => id === sort?.column);
  if (known.length === 0) return null;
  const options = known.flatMap(bothDirections);
  const current = options.find((option) => option.value === keyOf(sort));
  return (
    <label className="relative inline-flex h-7 min-w-0 max-w-48 items-center gap-1 rounded-sm border border-line-strong px-2 text-sm focus-within:outline-2 focus-within:outline-focus pointer-coarse:h-11 md:hidden">
      <span className="text-text-3">Sort</span>
      <span aria-hidden="true" className="truncate">
        {current?.name ?? "Default"}
      </span>
      {sort && current && (
        <Icon name={sort.direction === "ascending" ? "arrowUp" : "arrowDown"} size={12} />
      )}
      <select
        aria-label="Sort"
        value={keyOf(sort)}
        disabled={sortable.length === 0}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) press(chosen.sort);
        }}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      >
        {!current && <option value="">Default</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function bothDirections<Row>(column: Column<Row>) {
  const first = firstDirection(column.kind);
  const name = fullName(column);
  const directions = [first, first === "ascending" ? "descending" : "ascending"] as const;
  return directions.map((direction) => {
    const sort: Sort = { column: column.id, direction };
    return {
      sort,
      name,
      value: keyOf(sort),
      label: `${name}, ${directionLabel(column.kind, direction)}`,
    };
  });
}

function keyOf(sort: Sort | null): string {
  return sort ? `${sort.direction} ${sort.column}` : "";
}
