import { formatCountFull } from "@/lib/format";

type UsageBarProps = { label: string; used: number; limit: number; note: string };

/** The used part of a quota. */
export function UsageBar({ label, used, limit, note }: UsageBarProps) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const text = `${formatCountFull(used)} of ${formatCountFull(limit)}`;
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="num text-text-2">{text}</span>
      </p>
      <meter
        aria-label={label}
        min={0}
        max={1}
        value={share}
        aria-valuetext={text}
        className="sr-only"
      />
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-xs bg-surface-3">
        <div
          className={`h-full ${share >= 0.9 ? "bg-neg-mark" : "bg-cat-1"}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="text-sm text-text-2">{note}</p>
    </div>
  );
}
