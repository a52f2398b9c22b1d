import { JurisdictionScreen } from "@/features/jurisdictions/JurisdictionScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function JurisdictionExplorerPage() {
  return (
    <ScreenPage
      title="Jurisdiction explorer"
      description="Regulation of tokenized assets by jurisdiction, and the investors eligible for each asset."
      lead="Rules, regulators and eligible investors by jurisdiction."
    >
      <JurisdictionScreen />
    </ScreenPage>
  );
}
