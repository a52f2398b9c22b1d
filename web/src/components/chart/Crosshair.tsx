import { formatDay } from "@/lib/formatDate";
import { type Plot, xOf } from "./geometry";
import type { Span } from "./timeView";

const flagWidth = 74;

function Flag({ plot, index, days }: { plot: Plot; index: number; days: readonly string[] }) {
  const half = flagWidth / 2;
  const x = Math.min(plot.width - half, Math.max(half, xOf(plot, index)));
  return (
    <span
      className="num cond absolute grid h-[17px] place-items-center rounded-xs bg-ink text-on-ink text-xs"
      style={{ left: x - half, top: plot.bottom + 4, width: flagWidth }}
    >
      {formatDay(days[index] ?? "")}
    </span>
  );
}

type CrosshairProps = {
  plot: Plot;
  days: readonly string[];
  index: number;
  selection: Span | null;
};

/** The line through the day under the pointer with its date on the axis, or the stretch being selected. */
export function Crosshair({ plot, days, index, selection }: CrosshairProps) {
  const height = plot.bottom - plot.top;
  return (
    <>
      {selection && (
        <span
          className="absolute border-accent border-x bg-accent/15"
          style={{
            left: xOf(plot, selection.from),
            width: xOf(plot, selection.to) - xOf(plot, selection.from),
            top: plot.top,
            height,
          }}
        />
      )}
      <span
        className="absolute w-px bg-text"
        style={{ left: Math.round(xOf(plot, index)), top: plot.top, height }}
      />
      {selection && (
        <Flag
          plot={plot}
          index={index === selection.to ? selection.from : selection.to}
          days={days}
        />
      )}
      <Flag plot={plot} index={index} days={days} />
    </>
  );
}
