import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./IconButton";
import { useReturnFocus } from "./useReturnFocus";

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
  start: "start-0 w-[280px] border-e [--reading:-1] rtl:[--reading:1] inset-y-0 animate-drawer",
  end: "inset-x-0 top-11 bottom-0 animate-sheet rounded-t-[12px] md:inset-y-0 md:start-auto md:end-0 md:w-(--panel-w) md:animate-drawer md:rounded-none md:border-s",
} as const;

/** A panel at the edge of the window; on phones details come as a sheet from below. */
export function Drawer(props: DrawerProps) {
  const focus = useReturnFocus();
  const { open, onClose, title, subtitle, side = "end", modal = true, footer, children } = props;
  return (
    <Primitive.Root open={open} modal={modal} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        {modal && (
          <Primitive.Overlay className="fixed inset-0 z-(--z-dialog) animate-scrim bg-scrim" />
        )}
        <Primitive.Content
          {...focus}
          aria-describedby={undefined}
          onInteractOutside={modal ? undefined : (event) => event.preventDefault()}
          data-floating=""
          className={`fixed flex max-w-full flex-col border-line-strong bg-surface shadow-dialog outline-none ${modal ? "z-(--z-dialog)" : "z-(--z-panel)"} ${sides[side]}`}
        >
          <header className="flex h-11 flex-none items-center gap-2 border-line border-b ps-4 pe-2.5 md:ps-5">
            <Primitive.Title className="flex-none font-semibold">{title}</Primitive.Title>
            <div className="min-w-0 flex-1 truncate text-sm text-text-3">{subtitle}</div>
            <Primitive.Close asChild>
              <IconButton icon="close" label="Close" />
            </Primitive.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer && (
            <footer className="flex-none border-line border-t bg-surface-2 px-4 py-3 md:px-5">
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
