import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { assetAggregates } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetsAggregatesPage() {
  return (
    <ScreenPage {...assetAggregates}>
      <OutlookScreen {...assetAggregates} />
    </ScreenPage>
  );
}
