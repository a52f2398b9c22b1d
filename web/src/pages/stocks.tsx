import { stocks } from "@/features/outlook/markets";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function StocksPage() {
  return (
    <ScreenPage {...stocks}>
      <OutlookScreen {...stocks} />
    </ScreenPage>
  );
}
