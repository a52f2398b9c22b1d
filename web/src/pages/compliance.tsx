import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { complianceListing } from "@/lists/listings/complianceListing";

export default function CompliancePage() {
  return (
    <ScreenPage
      title="Compliance events"
      description="Freezes, pauses, role changes, upgrades and forced transfers of tokens, with transaction and source."
      lead="Freezes, pauses, role changes, upgrades and forced transfers, as their sources state them."
    >
      <ListScreen listing={complianceListing} />
    </ScreenPage>
  );
}
