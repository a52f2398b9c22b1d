import { PlanScreen } from "@/features/settings/PlanScreen";
import { SettingsPage } from "@/features/settings/SettingsPage";

export default function PlanPage() {
  return (
    <SettingsPage
      title="Plan"
      description="The plan of your organization, and the asset classes it covers."
      lead="The plan of your active organization."
    >
      {(user) => <PlanScreen user={user} />}
    </SettingsPage>
  );
}
