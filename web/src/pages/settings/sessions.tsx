import { Page } from "@/components/page/Page";
import { RequireUser } from "@/features/session/RequireUser";
import { SessionsScreen } from "@/features/settings/SessionsScreen";
import { SettingsNav } from "@/features/settings/SettingsNav";

export default function SessionsPage() {
  return (
    <Page
      title="Sessions"
      description="The devices where your account is signed in."
      lead="The devices where your account is signed in. Ending a session takes effect immediately."
      width="reading"
    >
      <SettingsNav />
      <RequireUser>{() => <SessionsScreen />}</RequireUser>
    </Page>
  );
}
