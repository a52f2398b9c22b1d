import { ScreenPage } from "@/features/shell/ScreenPage";
import { ExploreScreen } from "@/features/timeseries/explore/ExploreScreen";
import { poolPreset } from "@/features/timeseries/explore/presets";

export default function PoolTimeseriesPage() {
  const { title, description, lead } = poolPreset;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ExploreScreen preset={poolPreset} />
    </ScreenPage>
  );
}
