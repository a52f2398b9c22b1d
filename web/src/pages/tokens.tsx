import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { tokens } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function TokensPage() {
  return (
    <ScreenPage {...tokens}>
      <OutlookScreen {...tokens} />
    </ScreenPage>
  );
}
