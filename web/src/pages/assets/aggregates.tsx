import { AggregatesScreen } from "@/features/aggregates/AggregatesScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetsAggregatesPage() {
  return (
    <ScreenPage
      title="Asset aggregates"
      description="Counts over assets, grouped by class, network, platform, issuer or any other field."
      lead="Counts over any group of assets."
    >
      <AggregatesScreen />
    </ScreenPage>
  );
}
