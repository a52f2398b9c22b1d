import { type ReactNode, useId } from "react";
import { IconButton } from "../buttons/IconButton";
import { Modal } from "./Modal";

type DialogProps = {
  open: boolean;
  title: string;
  description?: ReactNode;
  /** Called when the dialog is dismissed; without it nothing dismisses it. */
  onClose?: () => void;
  children: ReactNode;
};

export function Dialog({ open, title, description, onClose, children }: DialogProps) {
  const id = useId();
  if (!open) return null;
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={description ? `${id}-description` : undefined}
      onClose={onClose}
      className="overflow-y-auto overscroll-contain px-4 py-6 md:pt-16"
    >
      <div
        data-floating=""
        className="relative mx-auto flex w-full max-w-[480px] animate-dialog flex-col gap-5 rounded-lg bg-raised px-5 py-6 shadow-dialog md:px-7"
      >
        <div>
          <h2 id={`${id}-title`} className="pe-8 font-semibold text-xl tracking-[-0.01em]">
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className="mt-0.5 text-text-2">
              {description}
            </p>
          )}
        </div>
        {children}
        {onClose && (
          <div className="absolute end-4 top-5">
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
        )}
      </div>
    </Modal>
  );
}
