import { Card } from "@/components/Card";
import { Lazy } from "@/components/Lazy";
import { MarketScreen } from "@/features/market/MarketScreen";
import { treasuries } from "@/features/market/markets/classMarkets";
import { ScreenPage } from "@/features/shell/ScreenPage";

const loadClassAssets = async () =>
  (await import("@/features/market/classAssets/ClassAssets")).ClassAssets;

export default function TreasuriesPage() {
  const { title, description, lead, classes } = treasuries;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <MarketScreen market={treasuries}>
        <Lazy
          below
          load={loadClassAssets}
          give={{ classes }}
          fallback={<Card title="Assets">{null}</Card>}
        />
      </MarketScreen>
    </ScreenPage>
  );
}
