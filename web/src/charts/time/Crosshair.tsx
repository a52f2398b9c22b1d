import { type Plot, xOf } from "./geometry";
import type { Span } from "./timeView";

function Flag({ plot, index, names }: Pick<CrosshairProps, "plot" | "index" | "names">) {
  const name = names[index] ?? "";
  // As wide as its letters may be, which are not measured.
  const width = 8 + 6 * name.length;
  const half = width / 2;
  const x = Math.min(plot.width - half, Math.max(half, xOf(plot, index)));
  return (
    <span
      className="num cond absolute grid h-[17px] place-items-center rounded-xs bg-ink text-on-ink text-xs"
      style={{ left: x - half, top: plot.bottom + 4, width }}
    >
      {name}
    </span>
  );
}

type CrosshairProps = {
  plot: Plot;
  names: readonly string[];
  index: number;
  selection: Span | null;
};

/** The line through the day under the pointer with its date on the axis, or the stretch being selected. */
export function Crosshair({ plot, names, index, selection }: CrosshairProps) {
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
          names={names}
        />
      )}
      <Flag plot={plot} index={index} names={names} />
    </>
  );
}
