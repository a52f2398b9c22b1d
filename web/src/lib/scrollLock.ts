import { useEffect } from "react";

// Takes the place of the package react-remove-scroll-bar, by an alias in next.config.ts: that one adopts style sheets
// and changes a property that every element inherits, which costs a slow machine a tenth of a second at each opening
// and closing of a layer.

const attribute = "data-scroll-locked";

function change(by: 1 | -1): void {
  const root = document.documentElement;
  const users = Number(root.getAttribute(attribute) ?? 0) + by;
  if (users === 1 && by === 1) {
    // Keeps the room of the scroll bar that goes, where it has any.
    const room = window.innerWidth - root.clientWidth;
    root.style.paddingInlineEnd = room > 0 ? `${room}px` : "";
  }
  if (users > 0) root.setAttribute(attribute, String(users));
  else {
    root.removeAttribute(attribute);
    root.style.paddingInlineEnd = "";
  }
}

/** Keeps the page from scrolling as long as it is there. */
export function RemoveScrollBar(): null {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
  return null;
}
