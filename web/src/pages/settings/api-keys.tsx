import { KeysScreen } from "@/features/apiKeys/KeysScreen";
import { RequireUser } from "@/features/settings/RequireUser";
import { SettingsNav } from "@/features/settings/SettingsNav";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description = "The API keys of your account and of your organization.";

export default function SettingsApiKeysPage() {
  return (
    <ScreenPage
      title="Account API keys"
      description={description}
      lead="Keys for programs that read the data on your behalf."
      narrow
    >
      <SettingsNav />
      <RequireUser>{(user) => <KeysScreen user={user} />}</RequireUser>
    </ScreenPage>
  );
}
