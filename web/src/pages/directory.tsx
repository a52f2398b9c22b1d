import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { directory } from "@/features/outlook/participants";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function DirectoryPage() {
  return (
    <ScreenPage {...directory}>
      <OutlookScreen {...directory} />
    </ScreenPage>
  );
}
