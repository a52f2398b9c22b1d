import { ListScreen } from "@/lists/ListScreen";
import { eventListing, regulatorListing, ruleListing } from "./lawListings";
import { eventPanel, rulePanel } from "./lawPanels";

/** One of the lists that the explorer of jurisdictions keeps behind its tabs. */
export function LawList({ of }: { of: "rules" | "regulators" | "changes" }) {
  if (of === "rules") return <ListScreen listing={ruleListing} panel={rulePanel} />;
  if (of === "regulators") return <ListScreen listing={regulatorListing} />;
  return <ListScreen listing={eventListing} panel={eventPanel} />;
}
