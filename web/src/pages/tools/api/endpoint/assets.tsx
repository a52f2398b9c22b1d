import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { assetsEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetsEndpointPage() {
  return (
    <ScreenPage {...assetsEndpoint}>
      <OutlookScreen {...assetsEndpoint} />
    </ScreenPage>
  );
}
