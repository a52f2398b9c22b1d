import { type RefObject, useId } from "react";
import type { CommonProps } from "../chartProps";
import { ChartHeading } from "./ChartFrame";
import { placeRooms, rooms } from "./cardHeights";

type WaitingChartProps = Pick<CommonProps, "title" | "unitLine" | "headingLevel" | "size"> & {
  place: RefObject<HTMLElement | null>;
};

/** A chart whose turn has not come: its heading, and its room. */
export function WaitingChart({ place, size = "main", ...heading }: WaitingChartProps) {
  const titleId = useId();
  return (
    <section
      ref={place}
      aria-labelledby={titleId}
      aria-busy="true"
      data-waiting=""
      className={`offscreen-free @container min-w-0 rounded-md border border-line bg-surface ${rooms[size]}`}
    >
      <header className={`px-(--card-pad) pt-3 pb-2 ${placeRooms[size]}`}>
        <ChartHeading {...heading} id={titleId} />
      </header>
    </section>
  );
}
