import { type ElementType, type ReactNode, type RefObject, useEffect, useRef } from "react";

type Parts = readonly RefObject<Element | null>[];

type RemoveScrollProps = {
  /** What hands its reference on to the scrim that it holds. */
  as: ElementType;
  /** What lies over the scrim without being in it. */
  shards: Parts;
  children: ReactNode;
};

/**
 * Takes the place of the package react-remove-scroll, by an alias in next.config.ts: beneath a layer the page stays where
 * it is. The package asks the whole document about every wheel and finger, for which the browser paints the whole page
 * anew at each opening and closing. The scrim covers the page, so that asking the layer is enough. The scroll bar stays
 * as well, and layers contain what keys scroll.
 */
export function RemoveScroll({ as: Part, shards, children }: RemoveScrollProps) {
  const scrim = useRef<Element>(null);
  useEffect(() => {
    const parts = [scrim, ...shards].flatMap(({ current }) => current ?? []);
    const leave = parts.map(holdPage);
    return () => {
      for (const each of leave) each();
    };
  }, [shards]);
  return <Part ref={scrim}>{children}</Part>;
}

/** Keeps from the page what a part cannot scroll by itself; two fingers may zoom. Gives what ends it. */
function holdPage(part: Element): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let from = { x: 0, y: 0 };
  const listen = <Type extends Event>(
    type: string,
    passive: boolean,
    hear: (event: Type) => void,
  ) => part.addEventListener(type, hear as EventListener, { passive, signal });
  listen<WheelEvent>("wheel", false, (event) => {
    if (!event.ctrlKey && !takes(event.target, event.deltaX, event.deltaY)) event.preventDefault();
  });
  listen<TouchEvent>("touchstart", true, ({ touches: [finger] }) => {
    if (finger) from = { x: finger.clientX, y: finger.clientY };
  });
  listen<TouchEvent>("touchmove", false, (event) => {
    const [finger, other] = event.touches;
    if (!finger || other || !event.cancelable) return;
    const [across, down] = [from.x - finger.clientX, from.y - finger.clientY];
    if (!takes(event.target, across, down)) event.preventDefault();
  });
  return () => ended.abort();
}

/** How far a part can be moved back and on; nowhere where it does not scroll. */
function room(part: Element, upright: boolean): readonly [back: number, on: number] {
  const { overflowX, overflowY, direction } = getComputedStyle(part);
  if (!/auto|scroll/.test(upright ? overflowY : overflowX)) return [0, 0];
  if (upright) return [part.scrollTop, part.scrollHeight - part.clientHeight - part.scrollTop];
  const whole = part.scrollWidth - part.clientWidth;
  // Reading from right to left, the way scrolled counts below zero.
  const back = direction === "rtl" ? whole + part.scrollLeft : part.scrollLeft;
  return [back, whole - back];
}

/** Whether something around the target, short of the page, can be moved that way. */
function takes(target: EventTarget | null, across: number, down: number): boolean {
  const upright = Math.abs(down) >= Math.abs(across);
  const way = upright ? down : across;
  let part = target instanceof Element ? target : null;
  for (; part && part !== document.body; part = part.parentElement) {
    const [back, on] = room(part, upright);
    // Positions are fractions where the page is zoomed.
    if (way < 0 ? back > 0 : on > 1) return true;
  }
  return false;
}
