import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { invest } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function InvestPage() {
  return (
    <ScreenPage {...invest}>
      <OutlookScreen {...invest} />
    </ScreenPage>
  );
}
