import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { protocolTimeseriesEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function ProtocolTimeseriesEndpointPage() {
  return (
    <ScreenPage {...protocolTimeseriesEndpoint}>
      <OutlookScreen {...protocolTimeseriesEndpoint} />
    </ScreenPage>
  );
}
