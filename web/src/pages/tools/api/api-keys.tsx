import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { apiKeys } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function ApiKeysPage() {
  return (
    <ScreenPage {...apiKeys}>
      <OutlookScreen {...apiKeys} />
    </ScreenPage>
  );
}
