import { ScreenPage } from "@/features/shell/ScreenPage";
import { ExploreScreen } from "@/features/timeseries/explore/ExploreScreen";
import { assetPreset } from "@/features/timeseries/explore/presets";

export default function AssetsTimeseriesPage() {
  const { title, description, lead } = assetPreset;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ExploreScreen preset={assetPreset} />
    </ScreenPage>
  );
}
