import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { assets } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetsPage() {
  return (
    <ScreenPage {...assets}>
      <OutlookScreen {...assets} />
    </ScreenPage>
  );
}
