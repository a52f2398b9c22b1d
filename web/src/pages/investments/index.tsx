import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { investments } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function InvestmentsPage() {
  return (
    <ScreenPage {...investments}>
      <OutlookScreen {...investments} />
    </ScreenPage>
  );
}
