import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { loanTimeseries } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function LoanTimeseriesPage() {
  return (
    <ScreenPage {...loanTimeseries}>
      <OutlookScreen {...loanTimeseries} />
    </ScreenPage>
  );
}
