import { useEffect, useId } from "react";
import { Icon } from "@/components/ui/marks/Icon";
import { Logo } from "@/components/ui/marks/Logo";
import { Modal } from "@/components/ui/overlays/Modal";
import { brand } from "@/lib/brand";
import { NavList } from "./NavList";

type NavDrawerProps = { open: boolean; onClose: () => void };

/** The navigation on small screens: over the page, with the focus kept inside. */
export function NavDrawer({ open, onClose }: NavDrawerProps) {
  useEffect(() => {
    // Where the sidebar has room the drawer would hold the page for nothing.
    const wide = matchMedia("(min-width: 64rem)");
    wide.addEventListener("change", onClose);
    return () => wide.removeEventListener("change", onClose);
  }, [onClose]);
  const id = useId();
  if (!open) return null;
  return (
    <Modal labelledBy={id} onClose={onClose}>
      <div className="fixed inset-y-0 start-0 flex w-[min(300px,calc(100vw-48px))] animate-drawer flex-col border-line border-e bg-surface [--reading:-1] rtl:[--reading:1]">
        <div className="flex h-(--header-h) flex-none items-center gap-[9px] border-line border-b ps-3.5 pe-2 font-semibold text-[15px]">
          <h2 id={id} className="flex items-center gap-[9px]">
            <Logo /> {brand}
          </h2>
          <button
            type="button"
            aria-label="Close the menu"
            onClick={onClose}
            className="ms-auto grid size-8 place-items-center rounded-sm text-text-2 hover:bg-surface-3 hover:text-text pointer-coarse:size-11"
          >
            <Icon name="close" />
          </button>
        </div>
        <nav
          aria-label="Main"
          className="flex-1 overflow-y-auto overscroll-contain px-2 pt-2.5 pb-6"
        >
          <NavList idPrefix="drawer" onFollow={onClose} />
        </nav>
      </div>
    </Modal>
  );
}
