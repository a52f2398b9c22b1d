import { JurisdictionScreen } from "@/features/jurisdictions/JurisdictionScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function JurisdictionExplorerPage() {
  return (
    <ScreenPage
      title="Jurisdiction explorer"
      description="Which rules apply to tokenized assets where, and who may hold which asset."
      lead="Which rules apply where, who supervises them, and who may hold what."
    >
      <JurisdictionScreen />
    </ScreenPage>
  );
}
