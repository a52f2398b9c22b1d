import { ExploreScreen } from "@/features/charting/ExploreScreen";
import { loanPreset } from "@/features/charting/presets";
import { LazyVintages } from "@/features/market/classes/loans/LazyVintages";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function LoanTimeseriesPage() {
  const { title, description, lead } = loanPreset;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ExploreScreen preset={loanPreset} Vintages={LazyVintages} />
    </ScreenPage>
  );
}
