import { type RefObject, useEffect } from "react";

/** The rectangle beside and below it. */
const margin = 16;

/** Lets people scroll the end of the page, and what has the focus, out from under what lies over its bottom. */
export function useBottomInset(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement;
    const { body } = document;
    let room = 0;
    let isCovering = false;
    const adapt = () => {
      const height = Math.ceil(ref.current?.getBoundingClientRect().height ?? 0) + margin;
      // A page that does not scroll would get a scroll bar, and everything would move beside it.
      const scrolls = root.scrollHeight - room > root.clientHeight;
      room = scrolls || isCovering ? height : 0;
      root.style.setProperty("--bottom-inset", `${height}px`);
      root.style.scrollPaddingBottom = `${height}px`;
      body.style.paddingBottom = room > 0 ? `${room}px` : "";
    };
    // Until the keyboard focus reaches covered content.
    const uncover = ({ target }: FocusEvent) => {
      const over = ref.current?.getBoundingClientRect();
      if (isCovering || !over || !(target instanceof Element)) return;
      // A dialog lies over it.
      if (ref.current?.contains(target) || target.closest("dialog,[role=dialog]")) return;
      const { bottom, right, left } = target.getBoundingClientRect();
      isCovering = bottom > over.top && right > over.left && left < over.right;
      if (!isCovering) return;
      adapt();
      target.scrollIntoView({ block: "nearest" });
    };
    const observer = new ResizeObserver(adapt);
    if (ref.current) observer.observe(ref.current);
    observer.observe(body, { box: "content-box" });
    document.addEventListener("focusin", uncover);
    adapt();
    return () => {
      document.removeEventListener("focusin", uncover);
      observer.disconnect();
      root.style.removeProperty("--bottom-inset");
      root.style.scrollPaddingBottom = "";
      body.style.paddingBottom = "";
    };
  }, [ref]);
}
