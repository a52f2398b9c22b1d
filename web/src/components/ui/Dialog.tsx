import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./IconButton";
import { useReturnFocus } from "./useReturnFocus";

type DialogProps = {
  open: boolean;
  title: string;
  description?: ReactNode;
  /** Called when the dialog is dismissed; without it nothing dismisses it. */
  onClose?: () => void;
  children: ReactNode;
};

function refuse(event: Event): void {
  event.preventDefault();
}

export function Dialog({ open, title, description, onClose, children }: DialogProps) {
  const focus = useReturnFocus();
  const stays = onClose === undefined;
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-(--z-dialog) animate-scrim overflow-y-auto overscroll-contain bg-scrim px-4 py-6 md:pt-16">
          <Primitive.Content
            {...focus}
            {...(description ? {} : { "aria-describedby": undefined })}
            onEscapeKeyDown={stays ? refuse : undefined}
            onPointerDownOutside={stays ? refuse : undefined}
            onInteractOutside={stays ? refuse : undefined}
            data-floating=""
            className="relative mx-auto flex w-full max-w-[480px] animate-dialog flex-col gap-5 rounded-lg bg-raised px-5 py-6 shadow-dialog focus:outline-none md:px-7"
          >
            <div>
              <Primitive.Title className="pe-8 font-semibold text-xl tracking-[-0.01em]">
                {title}
              </Primitive.Title>
              {description && (
                <Primitive.Description className="mt-0.5 text-text-2">
                  {description}
                </Primitive.Description>
              )}
            </div>
            {children}
            {!stays && (
              <div className="absolute end-4 top-5">
                <Primitive.Close asChild>
                  <IconButton icon="close" label="Close" />
                </Primitive.Close>
              </div>
            )}
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
