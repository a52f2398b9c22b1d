import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "../buttons/IconButton";
import { Modal } from "./Modal";
import { useDialog } from "./useDialog";

type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Stands beside the title, such as what is explained. */
  subtitle?: ReactNode;
  /** Start for navigation, end for details. */
  side?: "start" | "end";
  /** Without it the page beside stays in use, and only the drawer's own ways close it. */
  modal?: boolean;
  /** Stands below what scrolls. */
  footer?: ReactNode;
  children: ReactNode;
};

const sides = {
  start:
    "start-0 end-auto w-[280px] border-e [--reading:-1] rtl:[--reading:1] inset-y-0 animate-drawer",
  end: "inset-x-0 top-11 bottom-0 w-auto animate-sheet rounded-t-[12px] md:inset-y-0 md:start-auto md:end-0 md:w-(--panel-w) md:animate-drawer md:rounded-none md:border-s",
} as const;

const look =
  "fixed flex h-auto max-h-none max-w-full flex-col border-line-strong bg-surface text-text shadow-dialog outline-none";

type ContentProps = Omit<DrawerProps, "open" | "modal"> & { titleId: string };

function Content({ titleId, title, subtitle, footer, onClose, children }: ContentProps) {
  return (
    <>
      <header className="flex h-11 flex-none items-center gap-2 border-line border-b ps-4 pe-2.5 md:ps-5">
        <h2 id={titleId} className="flex-none font-semibold">
          {title}
        </h2>
        <div className="min-w-0 flex-1 truncate text-sm text-text-3">{subtitle}</div>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
      {footer && (
        <footer className="flex-none border-line border-t bg-surface-2 px-4 py-3 md:px-5">
          {footer}
        </footer>
      )}
    </>
  );
}

/** Beside a page that stays in use. */
function Panel(props: ContentProps) {
  const { titleId, side = "end", onClose } = props;
  const { dialog } = useDialog({ modal: false, onClose });
  return createPortal(
    <dialog
      ref={dialog}
      // The key that walks between page and panel focuses it.
      tabIndex={-1}
      aria-labelledby={titleId}
      data-floating=""
      className={`z-(--z-panel) ${look} ${sides[side]}`}
    >
      <Content {...props} />
    </dialog>,
    document.body,
  );
}

/** A panel at the edge of the window; on phones details come as a sheet from below. */
export function Drawer({ open, modal = true, ...props }: DrawerProps) {
  const id = useId();
  const { side = "end", onClose } = props;
  if (!open) return null;
  if (!modal) return <Panel {...props} titleId={id} />;
  return (
    <Modal labelledBy={id} onClose={onClose}>
      <div data-floating="" className={`${look} ${sides[side]}`}>
        <Content {...props} titleId={id} />
      </div>
    </Modal>
  );
}
