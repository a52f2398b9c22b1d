import { realEstate } from "@/features/outlook/markets";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function RealEstatePage() {
  return (
    <ScreenPage {...realEstate}>
      <OutlookScreen {...realEstate} />
    </ScreenPage>
  );
}
