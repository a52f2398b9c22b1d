import { type RefObject, useEffect, useState } from "react";

type Size = { width: number; height: number };

/** The size of an element in whole pixels; null until it is known or while it has none. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const width = Math.floor(entry.contentRect.width);
      const height = Math.floor(entry.contentRect.height);
      setSize((before) => {
        if (width === 0 || height === 0) return null;
        return before?.width === width && before.height === height ? before : { width, height };
      });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
