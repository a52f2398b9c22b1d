import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { downloads } from "@/features/outlook/tools";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function DownloadsPage() {
  return (
    <ScreenPage {...downloads}>
      <OutlookScreen {...downloads} />
    </ScreenPage>
  );
}
