import { type PointerEvent, useId } from "react";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { formatValue, shareText } from "../formatValues";
import { partAt, placeOf } from "../options/treemap";
import { partSentence, partsName } from "../time/sentences";
import type { ChartUnit, Size } from "../types";
import type { CompositionView } from "./compositionView";
import type { useCompositionCursor } from "./useCompositionCursor";

const width = 170;

type CompositionPlotProps = {
  title: string;
  view: CompositionView;
  unit: ChartUnit;
  size: Size | null;
  cursor: ReturnType<typeof useCompositionCursor>;
};

function CompositionTooltip({ view, size, id }: { view: CompositionView; size: Size; id: string }) {
  const place = placeOf(view, size, id);
  const slice = view.visible.find((one) => one.id === id);
  if (!place || !slice) return null;
  const left = Math.min(size.width - width, Math.max(0, place.x - width / 2));
  const above = place.y > 90;
  return (
    <div
      aria-hidden="true"
      className={`num pointer-events-none absolute z-10 rounded-md bg-raised px-2.5 py-2 text-sm shadow-raised ${above ? "-translate-y-full" : ""}`}
      style={{ left, width, top: above ? place.y - 12 : place.y + 16 }}
    >
      <span className="flex items-center gap-[7px] font-medium">
        <bdi className="min-w-0 truncate">{slice.name}</bdi>
        {slice.sample && <SampleTag short />}
      </span>
      {slice.value === null ? (
        <span className="whitespace-normal text-text-2">{slice.reason ?? "no value"}</span>
      ) : (
        <span className="flex justify-between">
          <bdi>{formatValue(slice.value, view.scale)}</bdi>
          <bdi className="text-text-2">{shareText(slice.value, view.total)}</bdi>
        </span>
      )}
    </div>
  );
}

/** The layer over a treemap, which names the part that the pointer or the keys have reached. */
export function CompositionPlot({ title, view, unit, size, cursor }: CompositionPlotProps) {
  const hintId = useId();
  const { active } = cursor;

  function point(event: PointerEvent<HTMLElement>): void {
    if (!size) return;
    const box = event.currentTarget.getBoundingClientRect();
    cursor.point(partAt(view, size, event.clientX - box.left, event.clientY - box.top));
  }

  return (
    <>
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={partsName(title, view)}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application has its own keys.
        tabIndex={0}
        dir="ltr"
        className="absolute inset-0 rounded-xs"
        onKeyDown={cursor.onKeyDown}
        onBlur={() => cursor.point(null)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => {
          if (event.pointerType !== "touch") cursor.point(null);
        }}
      >
        {size && active && <CompositionTooltip view={view} size={size} id={active.id} />}
      </div>
      <p id={hintId} className="sr-only">
        Use the arrow keys to move between categories, largest first. The chart menu shows the
        values as a table.
      </p>
      <p role="status" className="sr-only">
        {active?.by === "keys" ? partSentence(view, active.index, unit) : ""}
      </p>
    </>
  );
}
