import { type RefObject, startTransition, useLayoutEffect, useState } from "react";
import { whenIdle } from "./idle";

const waiting = new Set<() => void>();
let serving = false;

function serve(): void {
  const [next] = waiting;
  serving = next !== undefined;
  if (!next) return;
  waiting.delete(next);
  next();
  whenIdle(serve);
}

/** Calls back once nothing else is to do and all who asked before have had their turn; gives what calls it off. */
function awaitTurn(run: () => void): () => void {
  waiting.add(run);
  if (!serving) whenIdle(serve);
  serving = true;
  return () => waiting.delete(run);
}

function isNear(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const height = window.innerHeight;
  return bottom > -height / 2 && top < height * 1.5;
}

/**
 * Whether it is the turn of what an element stands for: at once where it is in or near the window, else as soon as it comes
 * near, and one after another while nothing else is to do. The page answers meanwhile.
 */
export function useTurn(ref: RefObject<Element | null>): boolean {
  const [come, setCome] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (come) return;
    const draw = () => startTransition(() => setCome(true));
    if (!element || typeof IntersectionObserver === "undefined" || isNear(element)) {
      draw();
      return;
    }
    const leave = awaitTurn(draw);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) draw();
      },
      { rootMargin: "50% 0px" },
    );
    observer.observe(element);
    return () => {
      leave();
      observer.disconnect();
    };
  }, [come, ref]);
  return come;
}
