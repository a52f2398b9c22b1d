import type { ReactNode } from "react";
import type { CommonProps } from "../chartProps";

type ChartBodyProps = Pick<CommonProps, "size" | "coverage"> & {
  full: boolean;
  plot: ReactNode;
  /** Null while there is none. */
  legend: ReactNode;
  /** Beside the plot where there is room, or always below it. */
  legendBeside: boolean;
  notes: readonly ReactNode[];
};

const heights = {
  main: "h-[260px] md:h-[330px]",
  asset: "h-[220px] md:h-[252px]",
} as const;

/** The plot of a chart with its legend and notes: everything in its card below the controls. */
export function ChartBody(props: ChartBodyProps) {
  const { full, plot, legend, notes, size = "main" } = props;
  const beside = legend !== null && props.legendBeside;
  return (
    <>
      <div
        className={`grid px-(--card-pad) pb-2 ${full ? "min-h-0 flex-1 grid-rows-[minmax(240px,1fr)_auto] @min-[828px]:grid-rows-1" : ""} ${beside ? "@min-[828px]:grid-cols-[minmax(0,1fr)_318px] gap-x-5 gap-y-2" : "gap-y-2"}`}
      >
        <div className={`relative min-w-0 ${full ? "h-full min-h-[240px]" : heights[size]}`}>
          {plot}
        </div>
        {legend && (
          <div
            className={`min-w-0 ${beside ? (full ? "@min-[828px]:overflow-y-auto" : "@min-[828px]:max-h-[330px] @min-[828px]:overflow-y-auto") : ""}`}
          >
            {legend}
            {props.coverage && <p className="mt-2 text-text-3 text-xs">{props.coverage}</p>}
          </div>
        )}
      </div>
      {notes.length > 0 && (
        <ul className="flex flex-col gap-x-5 gap-y-0.5 border-line border-t px-(--card-pad) pt-[7px] pb-2.5 text-text-3 text-xs leading-[17px] md:flex-row md:flex-wrap">
          {notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes have no identity and hold no state.
            <li key={index}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
