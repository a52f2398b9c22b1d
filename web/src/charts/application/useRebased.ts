import { useMemo } from "react";
import type { ChartSettings } from "../addressParameters";
import { rebaseData, rebasedNote } from "../data/rebase";
import { shownDays } from "../data/shownDays";
import { timeKind } from "../kinds";
import type { ChartUnit, TimeData } from "../types";

type Look = Pick<ChartSettings, "scale" | "style" | "mode">;

export const indexUnit: ChartUnit = { kind: "index" };
const noNotes: readonly string[] = [];

/** Whether every line starts at 100. */
export function isIndexed({ scale, style, mode }: Look): boolean {
  return scale === "index" && timeKind(style).hasLines && mode === "level";
}

/** The data as a chart draws it: from a common start of 100 where its scale is an index, else unchanged. */
export function useRebased(
  view: Look & Pick<ChartSettings, "zoom" | "range">,
  data: TimeData,
): { data: TimeData; start: string | null; notes: readonly string[] } {
  const { zoom, range } = view;
  const isIndex = isIndexed(view);
  return useMemo(() => {
    if (!isIndex) return { data, start: null, notes: noNotes };
    const start = shownDays(data.days, { zoom, range })[0] ?? null;
    return { data: rebaseData(data, start), start, notes: rebasedNote(data) };
  }, [isIndex, data, zoom, range]);
}
