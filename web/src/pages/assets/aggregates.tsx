import { AggregatesScreen } from "@/features/aggregates/AggregatesScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetsAggregatesPage() {
  return (
    <ScreenPage
      title="Asset aggregates"
      description="Asset counts by class, network, platform, issuer or any other field."
      lead="Asset counts for any grouping."
    >
      <AggregatesScreen />
    </ScreenPage>
  );
}
