import { type ReactNode, useRef } from "react";
import { CutEdge } from "@/components/ui/tabs/CutEdge";
import { useCutEdge } from "@/components/ui/tabs/useCutEdge";

/** The window of a table that may be wider than its card; its edge shows that there is more. */
export function SidewaysScroll({ children }: { children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  const cut = useCutEdge(scroller);
  return (
    <div className="relative isolate">
      {/* Placeholders have nothing that takes the focus, so a keyboard could not scroll them. */}
      <div
        ref={scroller}
        data-scroller=""
        className="relative overflow-x-auto has-[[aria-busy=true]]:overflow-x-hidden"
      >
        {children}
      </div>
      {cut && <CutEdge />}
    </div>
  );
}
