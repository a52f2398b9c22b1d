import { formatCountFull } from "@/lib/format";
import { Pill } from "./ui/marks/Pill";

type UsageBarProps = { label: string; used: number; limit: number; note: string };

/** A quota of which little or nothing is left is said in words, too. */
function levelOf(share: number) {
  if (share >= 1) return { look: "bg-neg-mark", pill: <Pill tone="negative">Used up</Pill> };
  if (share >= 0.9)
    return { look: "bg-warn-mark", pill: <Pill tone="warning">Nearly used up</Pill> };
  return { look: "bg-cat-1", pill: null };
}

/** The used part of a quota. */
export function UsageBar({ label, used, limit, note }: UsageBarProps) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const text = `${formatCountFull(used)} of ${formatCountFull(limit)}`;
  const { look, pill } = levelOf(share);
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{label}</span>
        {pill}
        <span className="num ms-auto text-text-2">{text}</span>
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
          className={`h-full ${used > 0 ? "min-w-0.5" : ""} ${look}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="text-sm text-text-2">{note}</p>
    </div>
  );
}
