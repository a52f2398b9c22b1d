import {
  type ComponentProps,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type Ref,
  useCallback,
  useId,
  useRef,
  useState,
} from "react";

/** The button that opens a layer. */
export type Trigger = ReactElement<ComponentProps<"button">>;

type TriggerState = {
  trigger: Trigger;
  popup: "dialog" | "menu";
  open?: boolean | undefined;
  defaultOpen?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** The pointer or the focus has come to the button: a press may follow. */
  onApproach: () => void;
};

function pass(ref: Ref<HTMLButtonElement> | undefined, element: HTMLButtonElement | null) {
  if (typeof ref === "function") return ref(element);
  if (ref) ref.current = element;
}

/** A button that opens a layer, whether or not the script of the layer is there: the element stays the same. */
export function useTrigger(state: TriggerState) {
  const { trigger, popup, onOpenChange, onApproach } = state;
  const [own, setOwn] = useState(state.defaultOpen ?? false);
  const open = state.open ?? own;
  const turn = useCallback(
    (next: boolean) => {
      setOwn(next);
      onOpenChange?.(next);
    },
    [onOpenChange],
  );
  const anchor = useRef<HTMLButtonElement>(null);
  const { ref, onClick, onFocus, onPointerEnter } = trigger.props;
  const keep = useCallback(
    (element: HTMLButtonElement | null) => {
      anchor.current = element;
      return pass(ref, element);
    },
    [ref],
  );
  const layerId = useId();
  const [byKeyboard, setByKeyboard] = useState(false);
  const button = cloneElement(trigger, {
    ref: keep,
    "aria-haspopup": popup,
    "aria-expanded": open,
    "aria-controls": open ? layerId : undefined,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      onClick?.(event);
      if (event.defaultPrevented) return;
      // A press of Enter or the space bar is a click without a pointer.
      setByKeyboard(event.detail === 0);
      turn(!open);
    },
    onFocus: (event) => {
      onFocus?.(event);
      onApproach();
    },
    onPointerEnter: (event) => {
      onPointerEnter?.(event);
      onApproach();
    },
  });
  return { open, turn, anchor, button, layerId, byKeyboard };
}
