import { Page } from "@/components/page/Page";
import { RequireUser } from "@/features/session/RequireUser";
import { PlanScreen } from "@/features/settings/PlanScreen";
import { SettingsNav } from "@/features/settings/SettingsNav";

export default function PlanPage() {
  return (
    <Page
      title="Plan"
      description="The plan of your organization, and the asset classes it covers."
      lead="The plan of your active organization."
      width="reading"
    >
      <SettingsNav />
      <RequireUser>{(user) => <PlanScreen user={user} />}</RequireUser>
    </Page>
  );
}
