import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { issuersEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function IssuersEndpointPage() {
  return (
    <ScreenPage {...issuersEndpoint}>
      <OutlookScreen {...issuersEndpoint} />
    </ScreenPage>
  );
}
