import { SessionsScreen } from "@/features/settings/SessionsScreen";
import { SettingsPage } from "@/features/settings/SettingsPage";

export default function SessionsPage() {
  return (
    <SettingsPage
      title="Sessions"
      description="The devices where your account is signed in, and the passkeys and accounts that sign you in."
      lead="The devices where your account is signed in. Ending a session takes effect immediately."
    >
      {() => <SessionsScreen />}
    </SettingsPage>
  );
}
