import { type RefObject, useCallback, useEffect, useState } from "react";

/** Makes everything beside an element unreachable; gives back how to undo it. */
function keepOthersOut(element: HTMLElement): () => void {
  const silenced: Element[] = [];
  for (let node: HTMLElement = element; node.parentElement; node = node.parentElement) {
    for (const sibling of node.parentElement.children)
      if (sibling !== node && sibling instanceof HTMLElement && !sibling.inert) {
        sibling.inert = true;
        silenced.push(sibling);
      }
    if (node.parentElement === document.body) break;
  }
  return () => {
    for (const sibling of silenced) if (sibling instanceof HTMLElement) sibling.inert = false;
  };
}

/**
 * The chart over the whole page, and the page over the whole screen where the browser lets it. The page, not the chart,
 * is asked for the screen, because menus open beside the chart in the document.
 */
export function useFullScreen(ref: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false);

  const leave = useCallback(() => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  }, []);

  const enter = useCallback(() => {
    setFull(true);
    void document.documentElement.requestFullscreen?.().catch(() => {});
  }, []);

  useEffect(() => {
    if (!full || !ref.current) return;
    const restore = keepOthersOut(ref.current);
    const onChange = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    // A browser that lent the whole screen takes Escape itself; an open menu or a zoom comes first.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) leave();
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("fullscreenchange", onChange);
    return () => {
      restore();
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("fullscreenchange", onChange);
    };
  }, [full, ref, leave]);

  return { full, enter, leave };
}
