import { KeysScreen } from "@/features/apiKeys/KeysScreen";
import { SettingsContent } from "@/features/settings/SettingsContent";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description = "The API keys of your account and of your organization.";
const lead = "Keys for programs that read the data on your behalf.";

export default function SettingsApiKeysPage() {
  return (
    <ScreenPage title="Account API keys" description={description} lead={lead} narrow>
      <SettingsContent>{(user) => <KeysScreen user={user} />}</SettingsContent>
    </ScreenPage>
  );
}
