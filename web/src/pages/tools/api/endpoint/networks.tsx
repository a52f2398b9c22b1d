import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { networksEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NetworksEndpointPage() {
  return (
    <ScreenPage {...networksEndpoint}>
      <OutlookScreen {...networksEndpoint} />
    </ScreenPage>
  );
}
