import { explain, useOpenExplanation } from "@/app-state/numberExplanation";
import { useWhileOpen } from "@/lib/loading/useOnDemand";

const load = async () => (await import("./ExplainPanel")).ExplainPanel;

const close = () => explain(null);

/** The panel of explanations, fetched when the first number is explained. */
export function ExplainHost() {
  const Panel = useWhileOpen(useOpenExplanation() !== null, close, load, "The explanation");
  return Panel && <Panel />;
}
