import { Percent } from "@/components/ui/text/Figure";

type ShareBarProps = {
  /** As a fraction of 1; null if it is not known. */
  share: number | null;
  /** The largest of the column, which fills the bar. */
  largest: number;
  reason?: string;
};

/** A share as a bar of 44 px before its figure. All bars of a column start at one edge. */
export function ShareBar({ share, largest, reason }: ShareBarProps) {
  const filled = share === null || largest <= 0 ? 0 : Math.min(Math.max(share / largest, 0), 1);
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span aria-hidden="true" className="block w-11 @max-[420px]:hidden">
        <span
          style={{ width: `${(filled * 100).toFixed(1)}%` }}
          className="block h-1 rounded-[1px] bg-seq-5 dark:bg-seq-4 forced-colors:bg-[CanvasText]"
        />
      </span>
      <span className="min-w-[38px] text-end">
        <Percent value={share} reason={reason} />
      </span>
    </span>
  );
}
