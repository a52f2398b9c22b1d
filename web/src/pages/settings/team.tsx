import { Page } from "@/components/page/Page";
import { RequireUser } from "@/features/session/RequireUser";
import { SettingsNav } from "@/features/settings/SettingsNav";
import { TeamScreen } from "@/features/team/TeamScreen";

export default function TeamPage() {
  return (
    <Page
      title="Team"
      description="The organizations you belong to, their members and invitations."
      lead="The organizations you belong to and their members."
      width="reading"
    >
      <SettingsNav />
      <RequireUser>{(user) => <TeamScreen user={user} />}</RequireUser>
    </Page>
  );
}
