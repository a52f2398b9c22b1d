import type { Filter } from "@/api/contract";
import { type AggregateQuery, every } from "@/charts/queries/aggregateQuery";
import type { ChartedPage, ChartMeasure, Figure, FigureUnit, Group } from "@/charts/queries/market";
import { chartMeasure } from "@/charts/queries/measures";

/** The numbers over time of the page of a record. */
export type Entity = ChartedPage & { figures: ReadonlyArray<Figure> };

type Subject = AggregateQuery["subject"];

export function queriesAbout(subject: Subject, ...parts: ReadonlyArray<Filter>) {
  return (measure: string, ...more: ReadonlyArray<Filter>): AggregateQuery => {
    const filter = every([...parts, ...more]);
    return { measure, subject, ...(filter && { filter }) };
  };
}

export const endOfDay = "US$, end of day UTC, NAV-based";
export const endOfDayPriced = "US$, end of day UTC, price-based";

export function worthOf(
  query: AggregateQuery,
  by: ReadonlyArray<Group>,
  part: Partial<ChartMeasure> = {},
): ChartMeasure {
  const kind = "stock" as const;
  return chartMeasure({
    id: "value",
    label: "Value",
    query,
    unitLine: endOfDay,
    kind,
    groups: by,
    ...part,
  });
}

export function holdersOf(
  query: AggregateQuery,
  by: ReadonlyArray<Group>,
  whose = "",
): ChartMeasure {
  return chartMeasure({
    id: "holders",
    label: "Holders",
    query,
    unit: { kind: "count", noun: "holders" },
    unitLine: `Addresses at the end of the day UTC${whose}`,
    kind: "stock",
    groups: by,
  });
}

export function flowOf(
  id: string,
  label: string,
  query: AggregateQuery,
  by: ReadonlyArray<Group>,
): ChartMeasure {
  return chartMeasure({ id, label, query, kind: "flow", groups: by });
}

export function level(label: string, query: AggregateQuery, unit: FigureUnit = "money"): Figure {
  return { kind: "level", label, query, unit };
}

export type QueryBuilder = ReturnType<typeof queriesAbout>;
