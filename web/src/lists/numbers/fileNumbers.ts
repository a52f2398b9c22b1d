import type { FileNumber, FileNumbers } from "@/api/downloads";
import type { RowNumbers } from "./rowNumbers";

/** The numbers of the columns shown, as the server works them out for every row of a file. */
export function fileNumbers(
  numbers: RowNumbers | undefined,
  shown: ReadonlyArray<{ id: string; numberField?: string }>,
): FileNumbers | null {
  if (!numbers) return null;
  const columns = shown.flatMap(({ id, numberField = id }): Array<[string, FileNumber]> => {
    const number = numbers.columns[id];
    if (!number) return [];
    const { measure, only = null, otherwise = null, under = null, against = null } = number;
    const { since = null, over = null } = number;
    const days = { since_days: since, over_days: over };
    return [[numberField, { measure, only, otherwise, under, ...days, against }]];
  });
  if (columns.length === 0) return null;
  const { subject, by, filter = null } = numbers;
  return { subject_kind: subject, group_by: by, filter, columns: Object.fromEntries(columns) };
}
