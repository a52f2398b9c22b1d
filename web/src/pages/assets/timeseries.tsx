import { LazyHolderCohorts } from "@/features/assets/holders/LazyHolderCohorts";
import { ExploreScreen } from "@/features/charting/ExploreScreen";
import { assetPreset } from "@/features/charting/presets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetsTimeseriesPage() {
  const { title, description, lead } = assetPreset;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ExploreScreen preset={assetPreset} Holders={LazyHolderCohorts} />
    </ScreenPage>
  );
}
