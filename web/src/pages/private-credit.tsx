import { privateCredit } from "@/features/outlook/markets";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PrivateCreditPage() {
  return (
    <ScreenPage {...privateCredit}>
      <OutlookScreen {...privateCredit} />
    </ScreenPage>
  );
}
