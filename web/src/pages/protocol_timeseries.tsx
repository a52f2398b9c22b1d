import { ExploreScreen } from "@/features/charting/ExploreScreen";
import { protocolPreset } from "@/features/charting/presets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function ProtocolTimeseriesPage() {
  const { title, description, lead } = protocolPreset;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ExploreScreen preset={protocolPreset} />
    </ScreenPage>
  );
}
