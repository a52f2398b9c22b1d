import { ExploreScreen } from "@/features/charting/ExploreScreen";
import { loanPreset } from "@/features/charting/presets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function LoanTimeseriesPage() {
  const { title, description, lead } = loanPreset;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ExploreScreen preset={loanPreset} />
    </ScreenPage>
  );
}
