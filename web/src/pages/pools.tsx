import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { pools } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PoolsPage() {
  return (
    <ScreenPage {...pools}>
      <OutlookScreen {...pools} />
    </ScreenPage>
  );
}
