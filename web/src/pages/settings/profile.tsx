import { ProfileScreen } from "@/features/settings/ProfileScreen";
import { SettingsPage } from "@/features/settings/SettingsPage";

export default function ProfilePage() {
  return (
    <SettingsPage
      title="Profile"
      description="Your occupation, interests and appearance settings."
      frame={<ProfileScreen user={null} />}
    >
      {(user) => <ProfileScreen user={user} />}
    </SettingsPage>
  );
}
