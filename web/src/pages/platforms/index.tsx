import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { platforms } from "@/features/outlook/participants";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PlatformsPage() {
  return (
    <ScreenPage {...platforms}>
      <OutlookScreen {...platforms} />
    </ScreenPage>
  );
}
