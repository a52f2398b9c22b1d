import { useRouter } from "next/router";
import { type ReactNode, useCallback, useState } from "react";
import { useFlags } from "@/api/account/flags";
import { useConfigLoad } from "@/api/installation/config";
import { gateOf } from "@/components/shell/nav";
import { useOnDemand } from "@/lib/loading/useOnDemand";
import { AppFooter } from "./AppFooter";
import { useRememberedFlags } from "./gate/useRememberedFlags";
import { AppHeader } from "./header/AppHeader";
import { Sidebar } from "./navigation/Sidebar";

// Kept from the first opening on, so that its closing can be seen.
const loadDrawer = async () => (await import("./navigation/NavDrawer")).NavDrawer;

type AppFrameProps = {
  children: ReactNode;
  /** Links that other features add to the footer. */
  footer?: ReactNode;
};

/** The frame of every page; pages of the sign-in have only its footer. */
export function AppFrame({ children, footer }: AppFrameProps) {
  const { pathname } = useRouter();
  const [menuOpen, setMenuOpen] = useState(false);
  const { part: NavDrawer, request } = useOnDemand(loadDrawer, "The menu");
  const openMenu = useCallback(() => {
    setMenuOpen(true);
    request();
  }, [request]);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const flags = useFlags();
  useRememberedFlags(flags);
  const { settled } = useConfigLoad();
  if (pathname === "/login" || pathname.startsWith("/auth/")) {
    return (
      <>
        {children}
        <AppFooter waits={!settled}>{footer}</AppFooter>
      </>
    );
  }
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-(--z-toast) focus:rounded-md focus:bg-raised focus:px-3 focus:py-1.5 focus:shadow-raised"
      >
        Skip to the content
      </a>
      <div className="flex min-w-0 flex-1">
        <Sidebar />
        <div className="flex min-w-0 flex-1 flex-col">
          <AppHeader onMenu={openMenu} />
          {children}
          <AppFooter waits={gateOf(pathname) !== null && !flags.known}>{footer}</AppFooter>
        </div>
      </div>
      {NavDrawer && <NavDrawer open={menuOpen} onClose={closeMenu} />}
    </>
  );
}
