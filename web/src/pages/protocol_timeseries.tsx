import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { protocolTimeseries } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function ProtocolTimeseriesPage() {
  return (
    <ScreenPage {...protocolTimeseries}>
      <OutlookScreen {...protocolTimeseries} />
    </ScreenPage>
  );
}
