import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { networks } from "@/features/outlook/participants";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NetworksPage() {
  return (
    <ScreenPage {...networks}>
      <OutlookScreen {...networks} />
    </ScreenPage>
  );
}
