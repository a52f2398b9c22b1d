import type { ReactNode } from "react";
import type { SeriesKey } from "@/api/contract";
import { explain } from "@/app-state/numberExplanation";

type SeriesRowProps = {
  of: SeriesKey;
  date: string | null;
  asOf: string | null;
  children: ReactNode;
};

/** A line of an explanation that leads to that of a series. */
export function SeriesRow({ of: key, date, asOf, children }: SeriesRowProps) {
  return (
    <button
      type="button"
      className="flex min-h-7 w-full items-center justify-between gap-3 rounded-xs py-1 text-start text-sm hover:bg-surface-2 hover:text-accent pointer-coarse:min-h-11"
      onClick={() =>
        explain({
          kind: "series",
          key,
          ...(date === null ? {} : { date }),
          ...(asOf === null ? {} : { asOf }),
        })
      }
    >
      {children}
    </button>
  );
}
