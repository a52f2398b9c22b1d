import type { SeriesMode } from "@/api/contract";
import type { ChartMeasure, Group } from "../queries/market";

type TitleParts = {
  chart: ChartMeasure;
  group: Group | undefined;
  mode: SeriesMode;
  compared?: readonly string[];
};

function what({ label, kind, fixed }: ChartMeasure, mode: SeriesMode): string {
  if (mode === "cumulative") return `${label}, cumulative`;
  if (mode !== "flow" || kind === "flow" || fixed) return label;
  return `Change of ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** "Distributed value by asset class" */
export function chartTitle({ chart, group, mode, compared = [] }: TitleParts): string {
  const name = what(chart, mode);
  if (!group || group.by === "none") return name;
  return `${name} by ${group.label.toLowerCase()}${compared.length > 0 ? ", compared" : ""}`;
}
