import { type ComponentType, useEffect, useState } from "react";
import { explain, useExplained } from "@/api/explained";
import { showToast } from "@/lib/toasts";

const load = async () => (await import("./ExplainPanel")).ExplainPanel;

/** The panel of explanations, fetched when the first number is explained. */
export function ExplainHost() {
  const asked = useExplained() !== null;
  const [Panel, setPanel] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!asked || Panel) return;
    const message = "The explanation could not be loaded.";
    load().then(
      (loaded) => setPanel(() => loaded),
      () => {
        explain(null);
        showToast({ id: "explain", variant: "danger", message });
      },
    );
  }, [asked, Panel]);
  return Panel && <Panel />;
}
