import { useRouter } from "next/router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog";

type LeaveGuardProps = {
  /** Whether there is something to lose. */
  dirty: boolean;
  /** The name of the changed thing: "Circle". */
  what: string;
  /** Called before the page is left without saving. */
  onLeave: () => void;
};

/** The page that a click leads to in this tab; null where it leads to no other page. */
function otherPage(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-page-link]");
  if (!link || (link.target !== "" && link.target !== "_self")) return null;
  const { origin, pathname, search } = new URL(link.href, window.location.href);
  const stays = origin !== window.location.origin || pathname === window.location.pathname;
  // PageLinks leaves a path of two slashes to the browser as well.
  return stays || pathname.startsWith("//") ? null : pathname + search;
}

/** Asks before a page with unsaved changes is left by a link, by the back button or with its tab. */
export function LeaveGuard({ dirty, what, onLeave }: LeaveGuardProps) {
  const router = useRouter();
  const [target, setTarget] = useState<{ address: string; replace: boolean } | null>(null);
  const leaving = useRef(false);
  const refuse = useEffectEvent((address: string) => {
    if (!leaving.current) setTarget({ address, replace: true });
    return leaving.current;
  });
  useEffect(() => {
    if (!dirty) return;
    const click = (event: MouseEvent) => {
      const address = otherPage(event);
      if (address === null || leaving.current) return;
      // PageLinks follows only clicks that are not handled yet.
      event.preventDefault();
      setTarget({ address, replace: false });
    };
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener("click", click, true);
    window.addEventListener("beforeunload", unload);
    return () => {
      document.removeEventListener("click", click, true);
      window.removeEventListener("beforeunload", unload);
    };
  }, [dirty]);
  useEffect(() => {
    if (!dirty) return;
    const { state } = window.history;
    const here = window.location.href;
    router.beforePopState(({ as }) => {
      if (refuse(as)) return true;
      // The browser has stepped back already: the step is undone until the question is answered.
      window.history.pushState(state, "", here);
      return false;
    });
    return () => router.beforePopState(() => true);
  }, [dirty, router]);
  if (!target) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      description={`The changes to ${what} are not saved and will be lost.`}
      action="Leave without saving"
      pending={false}
      onConfirm={() => {
        leaving.current = true;
        onLeave();
        void (target.replace ? router.replace(target.address) : router.push(target.address));
      }}
      onClose={() => setTarget(null)}
    />
  );
}
