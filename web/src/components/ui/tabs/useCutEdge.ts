import { type RefObject, useEffect, useState } from "react";

/**
 * Whether columns are hidden beyond the end of the window of a table. A window with any carries `data-wide`, by which first
 * columns are pinned: each pinned cell costs a layer, also where nothing can be scrolled.
 */
export function useCutEdge(scroller: RefObject<HTMLElement | null>): boolean {
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const window = scroller.current;
    const content = window?.lastElementChild;
    if (!window || !content) return;
    const look = () => {
      window.toggleAttribute("data-wide", window.scrollWidth - window.clientWidth > 1);
      // Reading from right to left, the way scrolled counts below zero.
      const rest = window.scrollWidth - window.clientWidth - Math.abs(window.scrollLeft);
      setCut(rest > 1);
    };
    const observer = new ResizeObserver(look);
    observer.observe(window);
    observer.observe(content);
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", look);
    };
  }, [scroller]);
  return cut;
}
