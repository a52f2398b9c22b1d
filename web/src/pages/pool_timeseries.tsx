import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { poolTimeseries } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PoolTimeseriesPage() {
  return (
    <ScreenPage {...poolTimeseries}>
      <OutlookScreen {...poolTimeseries} />
    </ScreenPage>
  );
}
