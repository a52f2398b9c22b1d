import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { investmentsEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function InvestmentsEndpointPage() {
  return (
    <ScreenPage {...investmentsEndpoint}>
      <OutlookScreen {...investmentsEndpoint} />
    </ScreenPage>
  );
}
