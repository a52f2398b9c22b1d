import { Page } from "@/components/page/Page";
import { RequireUser } from "@/features/session/RequireUser";
import { ProfileScreen } from "@/features/settings/ProfileScreen";
import { SettingsNav } from "@/features/settings/SettingsNav";

export default function ProfilePage() {
  return (
    <Page
      title="Profile"
      description="Your occupation, interests and appearance settings."
      width="reading"
    >
      <SettingsNav />
      <RequireUser frame={<ProfileScreen user={null} />}>
        {(user) => <ProfileScreen user={user} />}
      </RequireUser>
    </Page>
  );
}
