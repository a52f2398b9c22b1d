import { useId } from "react";
import type { Legend } from "../legend/legend";
import { Crosshair } from "./Crosshair";
import type { Plot } from "./geometry";
import { PlotTooltip } from "./PlotTooltip";
import type { useTimeCursor } from "./useTimeCursor";

type TimePlotProps = {
  plot: Plot | null;
  names: readonly string[];
  label: string;
  legend: Legend;
  lines: boolean;
  /** The legend is beside the plot from the width of a tablet on. */
  legendShown: boolean;
  tracking: ReturnType<typeof useTimeCursor>;
  /** Whether a press on a day does something. */
  chooses?: boolean;
};

/** The layer over the canvas that pointer, keyboard and screen reader meet. */
export function TimePlot(props: TimePlotProps) {
  const { plot, names, label, legend, lines, legendShown, tracking, chooses = false } = props;
  const hintId = useId();
  const { cursor, selection, pointer, onKeyDown, clear } = tracking;
  return (
    <>
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application has its own keys.
        tabIndex={0}
        dir="ltr"
        className="absolute inset-0 cursor-crosshair touch-pan-y select-none rounded-xs"
        onKeyDown={onKeyDown}
        onBlur={clear}
        {...pointer}
      >
        {plot && cursor && names.length > 0 && (
          <Crosshair plot={plot} names={names} index={cursor.index} selection={selection} />
        )}
        {plot && cursor && (
          <div className={legendShown ? "md:hidden" : ""}>
            <PlotTooltip legend={legend} plot={plot} index={cursor.index} lines={lines} />
          </div>
        )}
      </div>
      <p id={hintId} className="sr-only">
        Use the arrow keys to move by one step, Page Up and Page Down by a month, Home and End to
        the first and last day. Hold Shift to select a range and press Enter to zoom in; press
        Escape to reset. On a touch screen, select a range with two fingers. The chart menu shows
        the values as a table.
        {chooses && " Press Enter to explain the day under the crosshair."}
      </p>
    </>
  );
}
