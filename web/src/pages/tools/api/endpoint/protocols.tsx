import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { protocolsEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function ProtocolsEndpointPage() {
  return (
    <ScreenPage {...protocolsEndpoint}>
      <OutlookScreen {...protocolsEndpoint} />
    </ScreenPage>
  );
}
