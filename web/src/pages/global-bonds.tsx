import { globalBonds } from "@/features/outlook/markets";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function GlobalBondsPage() {
  return (
    <ScreenPage {...globalBonds}>
      <OutlookScreen {...globalBonds} />
    </ScreenPage>
  );
}
