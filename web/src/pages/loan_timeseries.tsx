import { ScreenPage } from "@/features/shell/ScreenPage";
import { ExploreScreen } from "@/features/timeseries/explore/ExploreScreen";
import { loanPreset } from "@/features/timeseries/explore/presets";

export default function LoanTimeseriesPage() {
  const { title, description, lead } = loanPreset;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ExploreScreen preset={loanPreset} />
    </ScreenPage>
  );
}
