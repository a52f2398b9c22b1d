import { SettingsPage } from "@/features/settings/SettingsPage";
import { TeamScreen } from "@/features/team/TeamScreen";

export default function TeamPage() {
  return (
    <SettingsPage
      title="Team"
      description="The organizations you belong to, their members and invitations."
      lead="The organizations you belong to and their members."
    >
      {(user) => <TeamScreen user={user} />}
    </SettingsPage>
  );
}
