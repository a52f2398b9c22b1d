import { ExploreScreen } from "@/features/charting/ExploreScreen";
import { poolPreset } from "@/features/charting/presets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PoolTimeseriesPage() {
  const { title, description, lead } = poolPreset;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ExploreScreen preset={poolPreset} />
    </ScreenPage>
  );
}
