import { useEffect, useRef, useState } from "react";
import { EmptyState } from "@/components/states/EmptyState";
import { Button } from "@/components/ui/buttons/Button";
import { afterPaint } from "@/lib/loading/afterPaint";
import { whenIdle } from "@/lib/loading/idle";
import type { ChartOption } from "../options/option";
import type { Size } from "../types";
import { type Canvas, openCanvas } from "./canvas";

type DrawingProps = {
  option: ChartOption | null;
  size: Size | null;
  /** A new one means that another range is shown. */
  stretch: string;
};

/** The canvas; its place is kept until there is something to draw and what draws it. */
export function Drawing({ option, size, stretch }: DrawingProps) {
  const element = useRef<HTMLCanvasElement>(null);
  const canvas = useRef<Canvas | null>(null);
  const [failed, setFailed] = useState(false);
  const placed = size !== null;

  useEffect(() => {
    if (!placed || !element.current) return;
    const opened = openCanvas(element.current, () => setFailed(true));
    canvas.current = opened;
    return () => opened.leave();
  }, [placed]);

  useEffect(() => {
    if (failed || !size || !option) return;
    const draw = () => canvas.current?.draw({ option, size, stretch });
    // A press shows first what it did to the controls; the first picture comes once, with all that comes along.
    return canvas.current?.isBlank ? whenIdle(draw) : afterPaint(draw);
  }, [failed, option, size, stretch]);

  return (
    <>
      <div aria-hidden="true" className="absolute inset-0 overflow-hidden">
        <canvas ref={element} />
      </div>
      {failed && (
        <div className="absolute inset-0 z-10 grid place-content-center bg-surface">
          <EmptyState
            title="The chart could not be drawn"
            action={<Button onClick={() => setFailed(false)}>Try again</Button>}
          >
            A component could not be loaded. The chart menu shows the values as a table.
          </EmptyState>
        </div>
      )}
    </>
  );
}
