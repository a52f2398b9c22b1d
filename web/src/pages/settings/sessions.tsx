import { Page } from "@/components/Page";
import { RequireUser } from "@/features/session/RequireUser";
import { SessionsScreen } from "@/features/settings/SessionsScreen";
import { SettingsNav } from "@/features/settings/SettingsNav";

export default function SessionsPage() {
  return (
    <Page
      title="Sessions"
      description="Where your account is signed in, and how to end it."
      lead="Where your account is signed in. An ended session stops working at once."
      width="reading"
    >
      <SettingsNav />
      <RequireUser>{() => <SessionsScreen />}</RequireUser>
    </Page>
  );
}
