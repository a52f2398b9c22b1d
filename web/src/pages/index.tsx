import { overview } from "@/features/outlook/markets";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OverviewPage() {
  return (
    <ScreenPage {...overview}>
      <OutlookScreen {...overview} />
    </ScreenPage>
  );
}
