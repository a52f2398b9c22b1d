import { useId, useState } from "react";
import type { Column } from "@/components/table/columns";
import { Button } from "@/components/ui/buttons/Button";
import { TickBox } from "@/components/ui/inputs/TickBox";
import { Icon } from "@/components/ui/marks/Icon";
import { canHide, defaultColumns, withColumn } from "./columnChoice";
import { fullName } from "./columnNames";

type ColumnChoicesProps<Row> = {
  columns: ReadonlyArray<Column<Row>>;
  shown: ReadonlyArray<string>;
  onCancel: () => void;
  onApply: (chosen: string[] | null) => void;
};

/** The columns of a table to choose from, by group. */
export function ColumnChoices<Row>(props: ColumnChoicesProps<Row>) {
  const { columns, shown, onCancel, onApply } = props;
  const [draft, setDraft] = useState<ReadonlyArray<string>>(shown);
  const [search, setSearch] = useState("");
  const defaults = defaultColumns(columns);
  const term = search.trim().toLowerCase();
  const matching = columns.filter((column) => fullName(column).toLowerCase().includes(term));
  const toggle = (id: string) => {
    const without = draft.filter((other) => other !== id);
    setDraft(draft.includes(id) ? without : withColumn(columns, draft, id));
  };
  const apply = () => onApply(sameItems(draft, defaults) ? null : [...draft]);
  return (
    <>
      <div className="mx-3 mt-2.5 flex h-7 flex-none items-center gap-2 rounded-md border border-control-line bg-surface px-2.5 text-text-3 outline-offset-[-1px] focus-within:outline-2 focus-within:outline-focus pointer-coarse:h-11">
        <Icon name="search" size={14} />
        <input
          type="search"
          aria-label={`Search ${columns.length} columns`}
          placeholder={`Search ${columns.length} columns`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-text-3 pointer-coarse:text-lg"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
        {groupsOf(matching).map(([group, members]) => {
          const all = columns.filter((column) => (column.group ?? "") === group);
          const on = all.filter((column) => draft.includes(column.id)).length;
          return (
            <fieldset key={group} className="mt-2">
              <legend className="flex w-full justify-between px-2.5 text-text-3 text-xs cond">
                <span>{group || "Columns"}</span>
                <bdi className="num">
                  {on} of {all.length}
                </bdi>
              </legend>
              {members.map((column) => (
                <ColumnOption
                  key={column.id}
                  column={column}
                  checked={draft.includes(column.id)}
                  fixed={!canHide(columns, column)}
                  onToggle={() => toggle(column.id)}
                />
              ))}
            </fieldset>
          );
        })}
        {matching.length === 0 && (
          <p role="status" className="px-2.5 py-4 text-center text-text-2">
            No columns match
          </p>
        )}
      </div>
      <div className="flex flex-none gap-1.5 border-line border-t px-3 py-2">
        <Button look="ghost" size="small" onClick={() => setDraft(defaults)}>
          Reset
        </Button>
        <span className="flex-1" />
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" size="small" onClick={apply}>
          Show {draft.length}
        </Button>
      </div>
    </>
  );
}

type ColumnOptionProps<Row> = {
  column: Column<Row>;
  checked: boolean;
  fixed: boolean;
  onToggle: () => void;
};

function ColumnOption<Row>({ column, checked, fixed, onToggle }: ColumnOptionProps<Row>) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      title={column.description}
      className="flex h-[26px] items-center gap-[9px] rounded-sm px-2.5 not-has-disabled:cursor-pointer not-has-disabled:hover:bg-surface-3 pointer-coarse:h-11"
    >
      <TickBox id={id} checked={checked} disabled={fixed} onChange={onToggle} />
      <span className="min-w-0 flex-1 truncate">{fullName(column)}</span>
      <span className="text-text-3 text-xs cond">{column.unit}</span>
    </label>
  );
}

function groupsOf<Row>(columns: ReadonlyArray<Column<Row>>): Array<[string, Column<Row>[]]> {
  const groups = new Map<string, Column<Row>[]>();
  for (const column of columns) {
    const group = column.group ?? "";
    groups.set(group, [...(groups.get(group) ?? []), column]);
  }
  return [...groups];
}

function sameItems(left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
