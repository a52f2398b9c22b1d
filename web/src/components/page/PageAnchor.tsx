import { useRouter } from "next/router";
import { useEffect, useRef } from "react";

/** After this time the page no longer scrolls to a section that loads late. */
const timeout = 10_000;

/** The element of the page that is shown; the page that leaves may have one of the same name. */
function sectionOf(id: string): HTMLElement | null {
  const section = document.getElementById(id);
  return section?.closest("[inert]") ? null : section;
}

function idIn(address: string): string {
  const name = address.split("#")[1] ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Scrolls to a section as soon as it is drawn, unless the visitor scrolls first; returns how to stop waiting. */
function scrollWhenDrawn(id: string): () => void {
  const scroll = () => {
    const section = sectionOf(id);
    section?.scrollIntoView();
    return section !== null;
  };
  if (scroll()) return () => {};
  const observer = new MutationObserver(() => scroll() && stop());
  const timer = setTimeout(() => stop(), timeout);
  const gestures = ["wheel", "touchmove", "keydown"] as const;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const gesture of gestures) window.removeEventListener(gesture, stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true });
  return stop;
}

/** Brings the visitor to the section that an address names: the router looks for it before the page is drawn. */
export function PageAnchor() {
  const { asPath } = useRouter();
  const returnedTo = useRef<string>(null);
  const id = idIn(asPath);
  useEffect(() => {
    // Going back and forward, and a place on the same page, are scrolled by the browser.
    const note = () => {
      const { pathname, search, hash } = window.location;
      returnedTo.current = pathname + search + hash;
    };
    window.addEventListener("popstate", note);
    return () => window.removeEventListener("popstate", note);
  }, []);
  const isFirst = useRef(true);
  useEffect(() => {
    // A return may be overtaken by a link before its page is drawn.
    const isReturned = returnedTo.current === asPath;
    const isDone = isReturned || (isFirst.current && sectionOf(id) !== null);
    returnedTo.current = null;
    isFirst.current = false;
    return id === "" || isDone ? undefined : scrollWhenDrawn(id);
  }, [asPath, id]);
  return null;
}
