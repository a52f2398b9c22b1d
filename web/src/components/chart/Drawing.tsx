import { useEffect, useRef, useState } from "react";
import type { Drawing as Engine } from "./engine";
import type { ChartOption } from "./options/option";
import type { Size } from "./types";

type DrawingProps = {
  option: ChartOption | null;
  size: Size | null;
  /** A new one tells that another range is shown: the picture fades in. */
  stretch: string;
  onDrawn?: () => void;
};

const fadeMs = 140;

function fade(host: HTMLElement): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  host.animate?.([{ opacity: 0.4 }, { opacity: 1 }], { duration: fadeMs, easing: "ease-out" });
}

/** The canvas. Its code is fetched after the first paint; until then the place is kept. */
export function Drawing({ option, size, stretch, onDrawn }: DrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  const engine = useRef<Engine | null>(null);
  const shown = useRef(stretch);
  const [open, setOpen] = useState<typeof import("./engine")["openDrawing"] | null>(null);

  useEffect(() => {
    let left = false;
    import("./engine").then(
      ({ openDrawing }) => {
        if (!left) setOpen(() => openDrawing);
      },
      // Without the code the table still says everything; the next visit tries again.
      () => {},
    );
    return () => {
      left = true;
    };
  }, []);

  useEffect(() => {
    if (!open || !size || !option || !host.current) return;
    engine.current ??= open(host.current, size);
    engine.current.draw(option, size);
    if (shown.current !== stretch) {
      shown.current = stretch;
      fade(host.current);
    }
    onDrawn?.();
  }, [open, option, size, stretch, onDrawn]);

  useEffect(
    () => () => {
      engine.current?.dispose();
      engine.current = null;
    },
    [],
  );

  return <div ref={host} aria-hidden="true" className="absolute inset-0" />;
}
