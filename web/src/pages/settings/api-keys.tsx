import { KeysScreen } from "@/features/apiKeys/KeysScreen";
import { SettingsPage } from "@/features/settings/SettingsPage";

export default function SettingsApiKeysPage() {
  return (
    <SettingsPage
      title="Account API keys"
      description="The API keys of your account and of your organization."
      lead="Keys for programs that read the data on your behalf."
    >
      {(user) => <KeysScreen user={user} />}
    </SettingsPage>
  );
}
