import { Page } from "@/components/Page";
import { RequireUser } from "@/features/session/RequireUser";
import { ProfileScreen } from "@/features/settings/ProfileScreen";
import { SettingsNav } from "@/features/settings/SettingsNav";

export default function ProfilePage() {
  return (
    <Page title="Profile" width="reading">
      <SettingsNav />
      <RequireUser>{(user) => <ProfileScreen user={user} />}</RequireUser>
    </Page>
  );
}
