import type { FieldMeta } from "@/api/contract";
import { fileName, saveFile } from "@/lib/browser/saveFile";
import { lastDay } from "@/lib/dates/day";
import { csvHead, csvRows } from "@/lists/files/csv";
import type { useRowNumbers } from "@/lists/numbers/rowNumbers";
import { type Group, groupFieldLabel, measures } from "./aggregates";

type GroupsFile = {
  field: FieldMeta;
  groups: ReadonlyArray<Group>;
  /** The groups that hold fictional assets. */
  sampled: ReadonlySet<string>;
  numbers: ReturnType<typeof useRowNumbers>;
};

/** The columns of numbers over time, by their names in the table, each with those that files of lists have behind it. */
const names = { value: "value_dollar", holders: "holders" } as const;
const ends = ["", "_value_date", "_is_carried", "_is_partial", "_is_average"];

function columnsOf(column: keyof typeof names): readonly string[] {
  return ends.map((end) => `${names[column]}${end}`);
}

function cellsOf(numbers: GroupsFile["numbers"], column: keyof typeof names, group: string) {
  const value = numbers?.at(column, group) ?? null;
  const qualifier = numbers?.qualifier(column, group);
  const marks = [
    qualifier?.value_date ?? lastDay(),
    qualifier?.is_carried ?? false,
    qualifier?.is_partial ?? false,
    qualifier?.is_average ?? false,
  ];
  const cells = value === null ? [] : [value, ...marks];
  return Object.fromEntries(columnsOf(column).map((name, place) => [name, cells[place] ?? null]));
}

/** Saves all groups as CSV, with what they are worth. */
export function saveGroups({ field, groups, sampled, numbers }: GroupsFile): void {
  const rows = groups.map(({ id, value, label, count, share, measured }) => ({
    [field.name]: value,
    label,
    assets: count,
    share,
    ...measured,
    ...cellsOf(numbers, "value", String(value)),
    ...cellsOf(numbers, "holders", String(value)),
    is_sample: sampled.has(id),
  }));
  const ids = measures.map(({ id }) => id);
  const own = [field.name, "label", "assets", "share", ...ids];
  const columns = [...own, ...columnsOf("value"), ...columnsOf("holders"), "is_sample"];
  const text = csvHead(columns) + csvRows(rows, columns);
  const name = fileName(`Assets by ${groupFieldLabel(field)}`, "csv");
  saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), name);
}
