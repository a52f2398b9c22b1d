import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from "react";
import { createPortal } from "react-dom";
import { useDialog } from "./useDialog";

type ModalProps = {
  labelledBy: string;
  describedBy?: string | undefined;
  /** Called on Escape and on a press beside the panel; without it nothing dismisses the dialog. */
  onClose?: (() => void) | undefined;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Room around the panel, and whether it scrolls. */
  className?: string;
  /** The panel; the dialog itself covers the window. */
  children: ReactNode;
};

/**
 * A modal dialog of the browser, open as long as it is rendered. The page below is inert and stays where it is, by a
 * rule of `globals.css`. Toasts are shown inside of it meanwhile, because everything else is inert.
 */
export function Modal(props: ModalProps) {
  const { labelledBy, describedBy, onClose, initialFocus, className = "", children } = props;
  const { dialog, onKeyDown } = useDialog({ modal: true, onClose, initialFocus });
  // A selection that is dragged out of the panel ends in a click on the dialog, too.
  const pressedBeside = useRef(false);
  const isBeside = (event: MouseEvent) => event.target === event.currentTarget;
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      closedby={onClose ? "closerequest" : "none"}
      onKeyDown={onKeyDown}
      // Gestures and assistive technology ask to close it; its owner decides.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      onPointerDown={(event: PointerEvent) => {
        pressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event)) onClose?.();
      }}
      className={`fixed inset-0 size-full max-h-none max-w-none bg-transparent text-text outline-none backdrop:animate-scrim backdrop:bg-scrim ${className}`}
    >
      {children}
    </dialog>,
    document.body,
  );
}
