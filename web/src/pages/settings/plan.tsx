import { PlanScreen } from "@/features/settings/plan/PlanScreen";
import { SettingsPage } from "@/features/settings/SettingsPage";

export default function PlanPage() {
  return (
    <SettingsPage
      title="Plan"
      description="The plan of your organization: what it allows, what is used, and other plans."
      lead="The plan of your active organization."
    >
      {(user) => <PlanScreen user={user} />}
    </SettingsPage>
  );
}
