import { commodities } from "@/features/outlook/markets";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function CommoditiesPage() {
  return (
    <ScreenPage {...commodities}>
      <OutlookScreen {...commodities} />
    </ScreenPage>
  );
}
