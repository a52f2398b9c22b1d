import type { ReactNode } from "react";
import type { SeriesKey } from "@/api/contract";
import { type Explained, explain, isSameNumber, useExplained } from "@/api/explained";

type ExplainNumberProps = {
  seriesKey: SeriesKey;
  /** The day of the value; that of the newest one if left out. */
  date?: string;
  /** What the number is, for those who listen: "Value of Alder Fund (sample)". */
  label?: string;
  /** -1 in a cell of a table, where F2 enters it. */
  tabIndex?: number;
  children: ReactNode;
};

/** A number that opens its explanation, and is outlined while it is explained. */
export function ExplainNumber({ seriesKey, date, label, tabIndex, children }: ExplainNumberProps) {
  const own: Explained = { kind: "series", key: seriesKey, ...(date ? { date } : {}) };
  const isOpen = isSameNumber(useExplained(), own);
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-pressed={isOpen}
      title="Explain"
      onClick={() => explain(isOpen ? null : own)}
      className="target rounded-xs decoration-dotted underline-offset-2 hover:underline aria-pressed:bg-accent-soft aria-pressed:text-accent aria-pressed:shadow-[0_0_0_3px_var(--accent-soft)]"
    >
      <span className="sr-only">Explain{label ? `, ${label}` : ""},</span> {children}
    </button>
  );
}
