import { useRef } from "react";

/** Gives the focus back to where it was before a layer opened; the layer itself does so only for a trigger of its own. */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  const onOpenAutoFocus = () => {
    before.current = document.activeElement;
  };
  const onCloseAutoFocus = () => {
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return { onOpenAutoFocus, onCloseAutoFocus };
}
