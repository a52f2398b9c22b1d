import { useEffect, useRef, useState } from "react";
import { afterPaint } from "@/lib/afterPaint";
import { whenIdle } from "@/lib/idle";
import { EmptyState } from "../EmptyState";
import { Button } from "../ui/Button";
import type { Drawing as Engine } from "./engine";
import type { ChartOption } from "./options/option";
import type { Size } from "./types";

type DrawingProps = {
  option: ChartOption | null;
  size: Size | null;
  /** A new one tells that another range is shown: the picture fades in. */
  stretch: string;
};

const fadeMs = 140;

function fade(host: HTMLElement): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  host.animate?.([{ opacity: 0.4 }, { opacity: 1 }], { duration: fadeMs, easing: "ease-out" });
}

type Open = typeof import("./engine")["openDrawing"];

/** Fetched after the first paint. A canvas does not change its letters when the fonts come later: it waits for them. */
async function load(): Promise<Open> {
  const [{ openDrawing }] = await Promise.all([import("./engine"), document.fonts?.ready]);
  return openDrawing;
}

function useEngine() {
  const [open, setOpen] = useState<Open | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let left = false;
    setFailed(false);
    load().then(
      (loaded) => {
        if (!left) setOpen(() => loaded);
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [attempt]);
  return { open, failed, retry: () => setAttempt(attempt + 1) };
}

/** The canvas; its place is kept until its code is there. */
export function Drawing({ option, size, stretch }: DrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  const engine = useRef<Engine | null>(null);
  const shown = useRef(stretch);
  const { open, failed, retry } = useEngine();

  useEffect(() => {
    const element = host.current;
    if (!open || !size || !option || !element) return;
    // A press shows first what it did to the controls; the picture follows in the next task.
    const draw = () => {
      engine.current?.draw(option, size);
      if (shown.current === stretch) return;
      shown.current = stretch;
      fade(element);
    };
    let stop = () => {};
    const start = afterPaint(() => {
      if (engine.current) return draw();
      // Making the canvas is work of its own: the page may answer before it is drawn on, once, with all that comes along.
      engine.current = open(element, size);
      stop = whenIdle(draw);
    });
    return () => {
      start();
      stop();
    };
  }, [open, option, size, stretch]);

  useEffect(
    () => () => {
      const { current } = engine;
      engine.current = null;
      // A page that comes is painted before the canvases of the one that goes are let go.
      if (current) afterPaint(() => current.dispose());
    },
    [],
  );

  return (
    <>
      <div ref={host} aria-hidden="true" className="absolute inset-0" />
      {failed && (
        <div className="absolute inset-0 z-10 grid place-content-center bg-surface">
          <EmptyState
            title="The picture could not be drawn"
            action={<Button onClick={retry}>Try again</Button>}
          >
            A part of the page could not be fetched. The menu has a table of the values.
          </EmptyState>
        </div>
      )}
    </>
  );
}
