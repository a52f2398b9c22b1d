import { stablecoins } from "@/features/outlook/markets";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function StablecoinsPage() {
  return (
    <ScreenPage {...stablecoins}>
      <OutlookScreen {...stablecoins} />
    </ScreenPage>
  );
}
