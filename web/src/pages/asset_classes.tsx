import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { assetClasses } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetClassesPage() {
  return (
    <ScreenPage {...assetClasses}>
      <OutlookScreen {...assetClasses} />
    </ScreenPage>
  );
}
