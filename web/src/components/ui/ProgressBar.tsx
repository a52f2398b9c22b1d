import type { ReactNode } from "react";

type ProgressBarProps = {
  /** What is under way: "Writing Parquet". */
  label: string;
  /** From 0 to 1; null while nobody can tell. */
  value: number | null;
  /** Such as "62%, 11 s left"; of what failed, why. */
  detail?: ReactNode;
  /** It ended before it was done. */
  failed?: boolean;
  /** A button that ends it. */
  cancel?: ReactNode;
};

export function ProgressBar({ label, value, detail, failed, cancel }: ProgressBarProps) {
  // What failed moves no more, however far it was.
  const known = value === null && failed ? 0 : value;
  const share = known === null ? null : Math.min(1, Math.max(0, known));
  const percent = share === null ? undefined : Math.round(share * 100);
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="relative h-1.5 overflow-hidden rounded-full bg-surface-3"
        >
          {share === null ? (
            <div className="absolute inset-y-0 start-0 w-2/5 animate-sweep rounded-full bg-ink motion-reduce:w-full motion-reduce:opacity-40" />
          ) : (
            <div
              className={`h-full rounded-full ${failed ? "bg-neg-mark" : "bg-ink"}`}
              style={{ width: `${share * 100}%` }}
            />
          )}
        </div>
        <div className="mt-1 flex gap-2 text-text-2 text-xs">
          <span className="min-w-0 flex-1 truncate" title={label}>
            <bdi>{label}</bdi>
          </span>
          {failed ? (
            <bdi role="alert" className="text-neg">
              {detail ?? "Failed"}
            </bdi>
          ) : (
            <bdi className="num">{detail ?? (percent === undefined ? "" : `${percent}%`)}</bdi>
          )}
        </div>
      </div>
      {cancel}
    </div>
  );
}
