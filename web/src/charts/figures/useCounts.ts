import { useQueries } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { every, where } from "@/api/listQuery";
import type { Answer } from "@/api/series";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import type { Figure } from "../queries/market";
import { emptyTile } from "./figures";
import { splitFigure, spokenOf } from "./figureText";

type Count = Extract<Figure, { kind: "count" }>;

export function isCount(figure: Figure): figure is Count {
  return figure.kind === "count";
}

/** How many of each the catalog knows, and how many of these are sample data; all travel together. */
export function useCounts(
  figures: ReadonlyArray<Count>,
): ReadonlyArray<ReadonlyArray<Answer<number | null>>> {
  const trpc = useTRPC();
  const answers = useQueries({
    queries: [null, where("is_sample", "equals", true)].flatMap((only) =>
      figures.map(({ of, distinct, filter: own }) => {
        const filter = every([own, only]);
        return trpc[of].aggregate.queryOptions(
          {
            ...(filter && { filter }),
            aggregate: distinct ? { aggregateFunction: "countDistinct", field: distinct } : {},
          },
          {
            select: ({ results }): number | null => {
              const counted = distinct ? results[0]?.value : results[0]?.count;
              return typeof counted === "number" ? counted : null;
            },
          },
        );
      }),
    ),
  });
  return figures.map((_, place) => answers.filter((_, index) => index % figures.length === place));
}

/** The tile of a number that the catalog counts; it is marked if sample records are among those counted. */
export function countTile(
  label: string,
  [count, samples]: readonly [count: number | null, samples: number | null],
  note = "In the catalog",
): KpiTileProps {
  if (count === null) return emptyTile(label);
  return {
    label,
    value: splitFigure(count, "count"),
    exact: "Not compared: the catalog counts its records of today.",
    spoken: spokenOf(count, "count"),
    note,
    ...(samples && { origin: "sample" as const }),
  };
}
