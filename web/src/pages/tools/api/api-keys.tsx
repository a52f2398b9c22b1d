import { AboutKeysScreen } from "@/features/apiKeys/AboutKeysScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description = "API keys: how programs send them, what is refused, and how long they last.";
const lead = "Keys for programs that read the data.";

export default function ApiKeysPage() {
  return (
    <ScreenPage title="API keys" description={description} lead={lead} narrow>
      <AboutKeysScreen />
    </ScreenPage>
  );
}
