import { Button } from "@/components/ui/buttons/Button";
import type { ViewState } from "@/lib/address/viewState";
import type { DataTableProps } from "./DataTable";

type Empty = DataTableProps<unknown>["empty"];

type EmptyList = {
  /** The plural of a row: "Assets". */
  label: string;
  /** Shown in a list without any row. */
  empty: { title: string; text: string };
};

/** The message of a list without rows: the reason and the action that shows some. */
export function emptyRows(
  list: EmptyList,
  view: ViewState,
  total: number,
  change: (view: ViewState) => void,
): Empty {
  if (total > 0) {
    const back = () => change({ ...view, page: null });
    return {
      title: "This page does not exist",
      text: "The page number in the link is past the last page.",
      action: <Button onClick={back}>First page</Button>,
    };
  }
  if (view.filters.length === 0) return list.empty;
  return noneMatch(list.label, () => change({ ...view, filters: [], page: null }));
}

/** Shown when the filters leave no row. */
export function noneMatch(label: string, clear: () => void): Empty {
  return {
    title: `No ${label.toLowerCase()} match these filters`,
    text: "Remove a filter, or clear all filters.",
    action: <Button onClick={clear}>Clear filters</Button>,
  };
}
