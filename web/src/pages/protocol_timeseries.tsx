import { ScreenPage } from "@/features/shell/ScreenPage";
import { ExploreScreen } from "@/features/timeseries/explore/ExploreScreen";
import { protocolPreset } from "@/features/timeseries/explore/presets";

export default function ProtocolTimeseriesPage() {
  const { title, description, lead } = protocolPreset;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ExploreScreen preset={protocolPreset} />
    </ScreenPage>
  );
}
