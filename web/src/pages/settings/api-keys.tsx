import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { settingsApiKeys } from "@/features/outlook/tools";
import { RequireUser } from "@/features/settings/RequireUser";
import { SettingsNav } from "@/features/settings/SettingsNav";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function SettingsApiKeysPage() {
  return (
    <ScreenPage {...settingsApiKeys} narrow>
      <SettingsNav />
      <RequireUser>{() => <OutlookScreen {...settingsApiKeys} />}</RequireUser>
    </ScreenPage>
  );
}
