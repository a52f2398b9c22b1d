import { type ReactNode, useMemo } from "react";
import { useAggregates } from "@/api/series";
import type { Column } from "@/components/table/columns";
import { lastDay } from "@/lib/dates/day";
import { shownColumns } from "@/lists/table/columnChoice";
import type { CatalogRecord } from "@/records/resource";
import type { Listing } from "../listing";
import { coverageRequests, emptyNumbers } from "./emptyNumbers";
import { shownNumbers } from "./rowNumbers";

type KnownColumns<Row> = { columns: ReadonlyArray<Column<Row>>; coverage: ReactNode };

/**
 * The columns of a list without the numbers that no row of it has, and the coverage line, which says so. Until that is
 * known, and where it cannot be, every column keeps its place.
 */
export function useKnownColumns<Row extends CatalogRecord>(
  listing: Pick<Listing<Row>, "resource" | "only" | "numbers" | "coverage">,
  columns: ReadonlyArray<Column<Row>>,
  chosen: ReadonlyArray<string> | null,
): KnownColumns<Row> {
  const { resource, only, numbers, coverage } = listing;
  const shown = shownNumbers(numbers, columns, shownColumns(columns, chosen));
  // The condition of the list is one of the series where each row has its own.
  const rows = shown && resource.key === `${shown.subject}s` ? only : undefined;
  const answers = useAggregates(shown ? coverageRequests(shown, rows, lastDay()) : []);
  const empty = shown
    ? emptyNumbers(
        shown,
        answers.map(({ data }) => data),
      )
    : [];
  const ids = empty.join(" ");
  return useMemo(() => {
    const without = new Set(ids.split(" "));
    const leftOut = columns.filter(({ id }) => without.has(id));
    if (leftOut.length === 0) return { columns, coverage };
    const names = leftOut.map(({ header }) => header).join(", ");
    return {
      columns: columns.filter((column) => !leftOut.includes(column)),
      coverage: (
        <>
          Left out, as no value is available yet: {names}. {coverage}
        </>
      ),
    };
  }, [ids, columns, coverage]);
}
