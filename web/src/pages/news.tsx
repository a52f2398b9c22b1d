import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { news } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewsPage() {
  return (
    <ScreenPage {...news}>
      <OutlookScreen {...news} />
    </ScreenPage>
  );
}
