import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { addModal } from "@/lib/modalStack";
import { returnFocus } from "./returnFocus";

const focusable =
  ":is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [hidden] *, [inert] *)";

/** Tab goes round inside of a modal dialog instead of leaving for the browser's own controls. */
function loopTab(event: KeyboardEvent, dialog: HTMLElement): void {
  const places = Array.from(dialog.querySelectorAll<HTMLElement>(focusable)).filter(
    (each) => each.tabIndex >= 0,
  );
  const [end, other] = event.shiftKey ? [places[0], places.at(-1)] : [places.at(-1), places[0]];
  const at = document.activeElement;
  if (at !== end && at !== dialog) return;
  if (at === dialog && !event.shiftKey) return;
  event.preventDefault();
  (other ?? dialog).focus();
}

type DialogState = {
  modal: boolean;
  /** Called on Escape; without it nothing but its owner closes the dialog. */
  onClose: (() => void) | undefined;
  /** Has the focus at first; without it the first control has. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
};

/**
 * Opens a dialog of the browser as long as it is rendered: modal in the top layer, with an inert page below, or beside a
 * page that stays in use. Returns the focus when it is gone.
 */
export function useDialog({ modal, onClose, initialFocus }: DialogState) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Read while rendering: a field with autoFocus takes the focus before any effect runs.
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const inside = element.contains(document.activeElement) ? document.activeElement : null;
    if (modal) element.showModal();
    else element.show();
    const first = initialFocus?.current ?? inside;
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    const leave = modal ? addModal(element) : undefined;
    return () => {
      leave?.();
      element.close();
      // The code that closed it may render and focus something else first.
      setTimeout(() => {
        if (!element.isConnected) returnFocus(before);
      });
    };
  }, [modal, before, initialFocus]);
  useEffect(() => {
    if (modal) return;
    // The focus may be anywhere in the page beside it.
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const latest = Array.from(document.querySelectorAll("dialog[open]")).at(-1);
      if (latest !== dialog.current) return;
      event.preventDefault();
      onClose?.();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [modal, onClose]);
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (!modal || event.defaultPrevented) return;
    if (event.key === "Tab") loopTab(event, event.currentTarget);
    if (event.key !== "Escape") return;
    // The browser would close the dialog by itself, although its owner decides.
    event.preventDefault();
    onClose?.();
  };
  return { dialog, onKeyDown };
}
