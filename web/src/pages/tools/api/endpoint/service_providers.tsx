import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { serviceProvidersEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function ServiceProvidersEndpointPage() {
  return (
    <ScreenPage {...serviceProvidersEndpoint}>
      <OutlookScreen {...serviceProvidersEndpoint} />
    </ScreenPage>
  );
}
