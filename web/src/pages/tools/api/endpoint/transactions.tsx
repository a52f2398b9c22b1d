import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { transactionsEndpoint } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function TransactionsEndpointPage() {
  return (
    <ScreenPage {...transactionsEndpoint}>
      <OutlookScreen {...transactionsEndpoint} />
    </ScreenPage>
  );
}
