import { Card } from "@/components/Card";
import { Later } from "@/components/Later";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { commodities } from "@/features/timeseries/market/classMarkets";
import { MarketScreen } from "@/features/timeseries/market/MarketScreen";

const loadClassAssets = async () => (await import("@/features/catalog/ClassAssets")).ClassAssets;

export default function CommoditiesPage() {
  const { title, description, lead, classes } = commodities;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <MarketScreen market={commodities}>
        <Later
          below
          load={loadClassAssets}
          give={{ classes }}
          fallback={<Card title="Assets">{null}</Card>}
        />
      </MarketScreen>
    </ScreenPage>
  );
}
