import type { Filter } from "@/api/contract";
import { type Ask, every } from "@/charts/queries/ask";
import type { ChartMeasure, Figure, FigureUnit, Group, Pictured } from "@/charts/queries/market";
import { chartMeasure } from "@/charts/queries/measures";

/** The numbers over time of the page of a record. */
export type Entity = Pictured & { figures: ReadonlyArray<Figure> };

type Subject = Ask["subject"];

export function asker(subject: Subject, ...parts: ReadonlyArray<Filter>) {
  return (measure: string, ...more: ReadonlyArray<Filter>): Ask => {
    const filter = every([...parts, ...more]);
    return { measure, subject, ...(filter && { filter }) };
  };
}

export const endOfDay = "US$, end of day UTC, NAV-based";
export const endOfDayPriced = "US$, end of day UTC, price-based";

export function worthOf(
  ask: Ask,
  by: ReadonlyArray<Group>,
  part: Partial<ChartMeasure> = {},
): ChartMeasure {
  const kind = "stock" as const;
  return chartMeasure({
    id: "value",
    label: "Value",
    ask,
    unitLine: endOfDay,
    kind,
    groups: by,
    ...part,
  });
}

export function holdersOf(ask: Ask, by: ReadonlyArray<Group>, whose = ""): ChartMeasure {
  return chartMeasure({
    id: "holders",
    label: "Holders",
    ask,
    unit: { kind: "count", noun: "holders" },
    unitLine: `Addresses at the end of the day UTC${whose}`,
    kind: "stock",
    groups: by,
  });
}

export function flowOf(
  id: string,
  label: string,
  ask: Ask,
  by: ReadonlyArray<Group>,
): ChartMeasure {
  return chartMeasure({ id, label, ask, kind: "flow", groups: by });
}

export function level(label: string, ask: Ask, unit: FigureUnit = "money"): Figure {
  return { kind: "level", label, ask, unit };
}

export type Asker = ReturnType<typeof asker>;
