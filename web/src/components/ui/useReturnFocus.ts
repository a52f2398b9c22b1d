import { useRef } from "react";

/** Gives the focus back to where it was before a layer opened, else to the content of the page; the layer itself does so only for a trigger of its own. */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  const onOpenAutoFocus = () => {
    before.current = document.activeElement;
  };
  const onCloseAutoFocus = () => {
    const place = before.current;
    // What opens with the page has no place to return to, and a place may be gone by now.
    const lost = place === document.body || !place?.isConnected;
    // A layer that opened meanwhile, such as the same one drawn anew, keeps what it has.
    const other = document.querySelector("[role=dialog][data-state=open]");
    if (lost && other?.contains(document.activeElement)) return;
    const target = lost ? (other ?? document.getElementById("main")) : place;
    if (target instanceof HTMLElement) target.focus();
  };
  return { onOpenAutoFocus, onCloseAutoFocus };
}
