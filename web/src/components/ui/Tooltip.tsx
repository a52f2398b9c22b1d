import { Tooltip as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

type TooltipProps = {
  content: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** What it explains: something that takes the focus, so that the keyboard finds it too. */
  children: ReactElement;
};

/** A sentence about a control. Nothing that is needed stands only here: fingers do not hover. */
export function Tooltip({ content, side = "top", children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={350} skipDelayDuration={200}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={5}
            collisionPadding={8}
            data-floating=""
            // With reduced motion the animation takes no time: the library would wait for an end that never comes.
            className="z-(--z-toast) max-w-[240px] animate-pop data-[state=closed]:animate-none rounded-sm bg-ink px-[9px] py-1.5 text-on-ink text-sm leading-[17px]"
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
