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
import { afterPaint } from "@/lib/afterPaint";

type Shown = { page: string; router: React.ContextType<typeof RouterContext>; content: ReactNode };

type Turn = { page: string; left: Shown | null };

/**
 * The page that is shown, and out of sight the one before it until this one has been painted: taking some thousand boxes
 * away takes longer than painting a heading. The page that leaves keeps the address that it had.
 */
export function PageTurn({ children }: { children: ReactNode }) {
  const router = useContext(RouterContext);
  const page = router?.pathname ?? "";
  const shown = useRef<Shown>(null);
  const [turn, setTurn] = useState<Turn>({ page, left: null });
  if (turn.page !== page) setTurn({ page, left: shown.current });
  useLayoutEffect(() => {
    shown.current = { page, router, content: children };
  });
  const { left } = turn;
  useEffect(() => {
    if (!left) return;
    const clear = (now: Turn) => (now.left === left ? { ...now, left: null } : now);
    return afterPaint(() => startTransition(() => setTurn(clear)));
  }, [left]);
  return [{ page, router, content: children }, ...(left ? [left] : [])].map((each) => {
    const leaves = each === left;
    return (
      <div
        key={each.page}
        inert={leaves}
        aria-hidden={leaves || undefined}
        className={`flex min-w-0 flex-1 flex-col ${leaves ? "absolute h-0 overflow-clip [content-visibility:hidden]" : ""}`}
      >
        <RouterContext value={each.router}>{each.content}</RouterContext>
      </div>
    );
  });
}
