import { RouterContext } from "next/dist/shared/lib/router-context.shared-runtime";
import {
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { afterPaint } from "@/lib/loading/afterPaint";

type ShownPage = {
  page: string;
  router: React.ContextType<typeof RouterContext>;
  content: ReactNode;
};

type Turn = { page: string; left: ShownPage | null };

/** Focus that went with the page before is put into the page that is shown, where it has not found a place by itself. */
function keepFocus(shown: HTMLElement | null): void {
  const at = document.activeElement;
  if (at !== null && at !== document.body && !at.closest("[inert]")) return;
  shown?.querySelector("main")?.focus({ preventScroll: true });
}

/**
 * The page that is shown, and out of sight the one before it until this one has been painted: taking some thousand boxes
 * away takes longer than painting a heading. The page that leaves keeps the address that it had.
 */
export function PageTurn({ children }: { children: ReactNode }) {
  const router = useContext(RouterContext);
  const page = router?.pathname ?? "";
  const shown = useRef<ShownPage>(null);
  const [turn, setTurn] = useState<Turn>({ page, left: null });
  if (turn.page !== page) setTurn({ page, left: shown.current });
  useLayoutEffect(() => {
    shown.current = { page, router, content: children };
  });
  const { left } = turn;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!left) return;
    const clear = (now: Turn) => (now.left === left ? { ...now, left: null } : now);
    keepFocus(place.current);
    const leave = afterPaint(() => startTransition(() => setTurn(clear)));
    // Once more without the page that left, into which a layer may have returned the focus.
    return () => {
      leave();
      keepFocus(place.current);
    };
  }, [left]);
  return [{ page, router, content: children }, ...(left ? [left] : [])].map((each) => {
    const leaves = each === left;
    return (
      <div
        key={each.page}
        ref={leaves ? undefined : place}
        inert={leaves}
        aria-hidden={leaves || undefined}
        className={`flex min-w-0 flex-1 flex-col ${leaves ? "absolute h-0 overflow-clip [content-visibility:hidden]" : ""}`}
      >
        <RouterContext value={each.router}>{each.content}</RouterContext>
      </div>
    );
  });
}
