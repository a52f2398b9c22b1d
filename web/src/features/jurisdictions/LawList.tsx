import { ListScreen } from "@/lists/ListScreen";
import { eventListing, regulatorListing, ruleListing } from "./lawListings";

const loadRule = async () => (await import("./lawPanels")).RulePanel;
const loadEvent = async () => (await import("./lawPanels")).EventPanel;

/** One of the lists that the explorer of jurisdictions keeps behind its tabs. */
export function LawList({ of }: { of: "rules" | "regulators" | "changes" }) {
  if (of === "rules") return <ListScreen listing={ruleListing} panel={loadRule} />;
  if (of === "regulators") return <ListScreen listing={regulatorListing} />;
  return <ListScreen listing={eventListing} panel={loadEvent} />;
}
