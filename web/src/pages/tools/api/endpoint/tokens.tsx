import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { tokensEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function TokensEndpointPage() {
  return (
    <ScreenPage {...tokensEndpoint}>
      <OutlookScreen {...tokensEndpoint} />
    </ScreenPage>
  );
}
