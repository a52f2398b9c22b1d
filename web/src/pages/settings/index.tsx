import { Page } from "@/components/page/Page";
import { RequireUser } from "@/features/settings/RequireUser";
import { SettingsLinks } from "@/features/settings/SettingsLinks";

export default function SettingsPage() {
  return (
    <Page title="Settings" description="Your profile, plan, team and sessions." narrow>
      <RequireUser>{() => <SettingsLinks />}</RequireUser>
    </Page>
  );
}
