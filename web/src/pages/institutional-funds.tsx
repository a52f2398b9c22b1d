import { institutionalFunds } from "@/features/outlook/markets";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function InstitutionalFundsPage() {
  return (
    <ScreenPage {...institutionalFunds}>
      <OutlookScreen {...institutionalFunds} />
    </ScreenPage>
  );
}
