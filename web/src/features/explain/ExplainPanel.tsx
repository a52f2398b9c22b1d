import { useRouter } from "next/router";
import { type RefObject, useDeferredValue, useEffect, useRef } from "react";
import { explain, type NumberKey, useOpenExplanation } from "@/app-state/numberExplanation";
import { isOfGroupShares } from "@/charts/measures/groupShares";
import { Drawer } from "@/components/ui/overlays/Drawer";
import { AggregateSheet } from "./sheets/AggregateSheet";
import { CountSheet } from "./sheets/CountSheet";
import { FactSheet } from "./sheets/FactSheet";
import { GroupSharesSheet } from "./sheets/GroupSharesSheet";
import { SeriesSheet } from "./sheets/SeriesSheet";
import { SeveralSheet } from "./sheets/SeveralSheet";
import { TransferSheet } from "./sheets/TransferSheet";

function subtitle(explained: NumberKey | null): string {
  if (explained === null) return "";
  if (explained.kind === "several") return explained.name;
  if (explained.kind === "count") return "a count of the catalog";
  if (explained.kind === "fact") return "a fact of the catalog";
  if (explained.kind === "transfer") return "one transfer and its source";
  return explained.kind === "series" ? "one value and its source" : "a number and its inputs";
}

function Sheet({ explained }: { explained: NumberKey }) {
  if (explained.kind === "aggregate") {
    return isOfGroupShares(explained.of.measure) ? (
      <GroupSharesSheet explained={explained} />
    ) : (
      <AggregateSheet explained={explained} />
    );
  }
  if (explained.kind === "several") return <SeveralSheet {...explained} />;
  if (explained.kind === "count") return <CountSheet {...explained} />;
  if (explained.kind === "fact") return <FactSheet {...explained} />;
  if (explained.kind === "transfer") return <TransferSheet {...explained} />;
  const { key, date, asOf } = explained;
  const request = { key, ...(date ? { date } : {}), ...(asOf ? { as_of: asOf } : {}) };
  return <SeriesSheet request={request} />;
}

/** F6 walks between the page and the panel, as between the panes of a window. */
function useWalk(open: boolean, sheet: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!open) return;
    let page: HTMLElement | null = null;
    const listen = (event: KeyboardEvent) => {
      const panel = sheet.current?.closest("dialog");
      if (event.key !== "F6" || event.defaultPrevented || !panel) return;
      event.preventDefault();
      if (panel.contains(document.activeElement)) {
        (page?.isConnected ? page : document.getElementById("main"))?.focus();
        return;
      }
      page = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      panel.focus();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [open, sheet]);
}

/** The worksheet of the number that is explained, beside the page; the page stays in use. */
export function ExplainPanel() {
  // The number is outlined at once; its worksheet follows.
  const explained = useDeferredValue(useOpenExplanation());
  const { pathname } = useRouter();
  const sheet = useRef<HTMLDivElement | null>(null);
  useWalk(explained !== null, sheet);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other numbers.
  useEffect(() => () => explain(null), [pathname]);
  return (
    <Drawer
      open={explained !== null}
      onClose={() => explain(null)}
      modal={false}
      title="Explain"
      subtitle={subtitle(explained)}
    >
      <div ref={sheet}>
        {explained && <Sheet key={JSON.stringify(explained)} explained={explained} />}
      </div>
    </Drawer>
  );
}
