import { Popover as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

type PopoverProps = {
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  /** Width and padding, where the content asks for others. */
  className?: string;
  children: ReactNode;
};

/** A small panel beside its button; Escape and a press elsewhere close it. */
export function Popover(props: PopoverProps) {
  const { label, trigger, open, onOpenChange, align = "start", className, children } = props;
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          data-floating=""
          className={`z-(--z-popover) max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] animate-pop overflow-y-auto rounded-md bg-raised shadow-raised outline-none ${className ?? "w-[284px] p-3"}`}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
