import { Popover as Primitive } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";

type PopoverLayerProps = {
  id?: string;
  /** The button or the field beside which it opens; pressing it is not a press elsewhere. */
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  align?: "start" | "center" | "end";
  /** Inside of a form or a dialog it is rendered where it stands, within what is modal there. */
  inline?: boolean;
  /** The focus stays in the field that opened it. */
  keepsFocus?: boolean;
  className: string;
  children: ReactNode;
};

function refuse(event: Event): void {
  event.preventDefault();
}

/** The panel of a popover or of a selector. */
export function PopoverLayer(props: PopoverLayerProps) {
  const { id, anchor, open, onOpenChange, label, align, inline, keepsFocus, className } = props;
  const pressedElsewhere = useRef(false);
  const content = (
    <Primitive.Content
      {...(id === undefined ? {} : { id })}
      align={align}
      sideOffset={4}
      collisionPadding={8}
      aria-label={label}
      data-floating=""
      onOpenAutoFocus={(event) => {
        pressedElsewhere.current = false;
        if (keepsFocus) event.preventDefault();
      }}
      onInteractOutside={(event) => {
        if (event.target instanceof Node && anchor.current?.contains(event.target)) {
          event.preventDefault();
        } else {
          pressedElsewhere.current = true;
        }
      }}
      onCloseAutoFocus={(event) => {
        refuse(event);
        if (!keepsFocus && !pressedElsewhere.current) anchor.current?.focus();
      }}
      className={`z-(--z-popover) animate-pop rounded-md bg-raised shadow-raised outline-none ${className}`}
    >
      {props.children}
    </Primitive.Content>
  );
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      {inline ? content : <Primitive.Portal>{content}</Primitive.Portal>}
    </Primitive.Root>
  );
}
