import { treasuries } from "@/features/outlook/markets";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function TreasuriesPage() {
  return (
    <ScreenPage {...treasuries}>
      <OutlookScreen {...treasuries} />
    </ScreenPage>
  );
}
