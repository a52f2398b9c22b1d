import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/** Calls `silence` for elements added around an element later, except for menus and drawers, which are added to the body. */
function silenceAdded(element: HTMLElement, silence: (other: Element) => void): MutationObserver {
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const added of addedNodes)
        if (added instanceof Element && !added.contains(element)) silence(added);
  });
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
    observer.observe(box, { childList: true });
  return observer;
}

/** Makes everything beside an element unreachable; gives back how to undo it. */
function keepOthersOut(element: HTMLElement): () => void {
  const silenced: HTMLElement[] = [];
  const silence = (other: Element) => {
    if (!(other instanceof HTMLElement) || other.inert) return;
    other.inert = true;
    silenced.push(other);
  };
  for (let node: HTMLElement = element; node.parentElement; node = node.parentElement) {
    for (const sibling of node.parentElement.children) if (sibling !== node) silence(sibling);
    if (node.parentElement === document.body) break;
  }
  const observer = silenceAdded(element, silence);
  return () => {
    observer.disconnect();
    for (const one of silenced) one.inert = false;
  };
}

/** One setting of a chart whose value the parent holds, as in a controlled field. */
export type ControlledState = { value: boolean; onChange: (full: boolean) => void };

/**
 * The chart over the whole page, and the page over the whole screen where the browser lets it: it asks for a press, so an
 * address brings the first alone. The page, not the chart, goes full screen, because menus open beside the chart
 * in the document.
 */
export function useFullScreen(ref: RefObject<HTMLElement | null>, kept?: ControlledState) {
  const [own, setOwn] = useState(false);
  const full = kept?.value ?? own;
  const setFull = kept?.onChange ?? setOwn;
  const leave = useEffectEvent(() => setFull(false));

  useEffect(() => {
    if (!full || !ref.current) return;
    const restore = keepOthersOut(ref.current);
    const onChange = () => {
      if (!document.fullscreenElement) leave();
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
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, [full, ref]);

  return {
    full,
    enter: () => {
      setFull(true);
      void document.documentElement.requestFullscreen?.().catch(() => {});
    },
    leave: () => setFull(false),
  };
}
