import { type RefObject, startTransition, useLayoutEffect, useState } from "react";
import { whenIdle } from "./idle";

const waiting = new Set<() => void>();
let serving = false;

/** After this time without interaction the content below the window is drawn. */
const stillMs = 10_000;
const signs = ["pointermove", "pointerdown", "wheel", "scroll", "keydown"];
let visited = false;

/** Calls back once a visitor has interacted with any page, or after a long rest. */
function awaitVisitor(run: () => void): void {
  if (visited) {
    run();
    return;
  }
  const come = () => {
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, come, true);
    visited = true;
    run();
  };
  const timer = setTimeout(come, stillMs);
  for (const sign of signs) addEventListener(sign, come, { capture: true, passive: true });
}

function serve(): void {
  const [next] = waiting;
  serving = next !== undefined;
  if (!next) return;
  waiting.delete(next);
  next();
  whenIdle(serve);
}

/** Calls back after the first interaction, in idle time and in order; returns a function that cancels it. */
function awaitTurn(run: () => void): () => void {
  waiting.add(run);
  if (!serving) awaitVisitor(() => whenIdle(serve));
  serving = true;
  return () => {
    waiting.delete(run);
  };
}

function isNear(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const height = window.innerHeight;
  return bottom > -height / 2 && top < height * 1.5;
}

/** Calls back once as soon as the element is in or near the window; gives what calls it off, unless it is so already. */
function whenNear(element: Element, run: () => void): (() => void) | undefined {
  if (typeof IntersectionObserver === "undefined" || isNear(element)) {
    run();
    return undefined;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: "50% 0px" },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Calls back once: when the element is near the window, or its turn has come. Gives what calls it off, unless it was near. */
export function onTurn(element: Element, run: () => void): (() => void) | undefined {
  let leaveTurn = () => {};
  const leavePlace = whenNear(element, () => {
    leaveTurn();
    run();
  });
  if (!leavePlace) return undefined;
  leaveTurn = awaitTurn(() => {
    leavePlace();
    run();
  });
  return () => {
    leaveTurn();
    leavePlace();
  };
}

/**
 * Whether it is the turn of what an element stands for: at once where it is in or near the window, else as soon as it comes
 * near, and one after another while nothing else is to do, once the visitor has moved. The page answers meanwhile.
 */
export function useTurn(ref: RefObject<Element | null>): boolean {
  const [come, setCome] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (come || !element) return;
    const draw = () => startTransition(() => setCome(true));
    return onTurn(element, draw);
  }, [come, ref]);
  return come;
}
