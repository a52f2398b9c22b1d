import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { jurisdictions } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function JurisdictionExplorerPage() {
  return (
    <ScreenPage {...jurisdictions}>
      <OutlookScreen {...jurisdictions} />
    </ScreenPage>
  );
}
