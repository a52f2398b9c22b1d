import { Dialog } from "radix-ui";
import { useEffect } from "react";
import { Icon } from "@/components/ui/Icon";
import { Logo } from "@/components/ui/Logo";
import { useReturnFocus } from "@/components/ui/useReturnFocus";
import { brand } from "@/lib/brand";
import { NavList } from "./NavList";

type NavDrawerProps = { open: boolean; onClose: () => void };

/** The navigation on small screens: over the page, with the focus kept inside. */
export function NavDrawer({ open, onClose }: NavDrawerProps) {
  const focus = useReturnFocus();
  useEffect(() => {
    // Where the sidebar has room the drawer would hold the page for nothing.
    const wide = matchMedia("(min-width: 64rem)");
    wide.addEventListener("change", onClose);
    return () => wide.removeEventListener("change", onClose);
  }, [onClose]);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-dialog) animate-scrim bg-scrim" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-(--z-dialog) flex w-[min(300px,calc(100vw-48px))] animate-drawer flex-col border-line border-e bg-surface outline-none [--reading:-1] rtl:[--reading:1]"
        >
          <div className="flex h-(--header-h) flex-none items-center gap-[9px] border-line border-b ps-3.5 pe-2 font-semibold text-[15px]">
            <Dialog.Title className="flex items-center gap-[9px]">
              <Logo /> {brand}
            </Dialog.Title>
            <Dialog.Close
              aria-label="Close the menu"
              className="ms-auto grid size-8 place-items-center rounded-sm text-text-2 hover:bg-surface-3 hover:text-text pointer-coarse:size-11"
            >
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <nav
            aria-label="Main"
            className="flex-1 overflow-y-auto overscroll-contain px-2 pt-2.5 pb-6"
          >
            <NavList idPrefix="drawer" onFollow={onClose} />
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
