import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { assetTimeseriesEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetTimeseriesEndpointPage() {
  return (
    <ScreenPage {...assetTimeseriesEndpoint}>
      <OutlookScreen {...assetTimeseriesEndpoint} />
    </ScreenPage>
  );
}
