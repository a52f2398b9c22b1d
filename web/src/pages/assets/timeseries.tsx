import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { assetTimeseries } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetsTimeseriesPage() {
  return (
    <ScreenPage {...assetTimeseries}>
      <OutlookScreen {...assetTimeseries} />
    </ScreenPage>
  );
}
