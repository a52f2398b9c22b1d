import { Card } from "@/components/Card";
import { Lazy } from "@/components/Lazy";
import { MarketScreen } from "@/features/market/MarketScreen";
import { stocks } from "@/features/market/markets/classMarkets";
import { ScreenPage } from "@/features/shell/ScreenPage";

const loadClassAssets = async () =>
  (await import("@/features/market/classAssets/ClassAssets")).ClassAssets;
const loadWrappers = async () => (await import("@/features/market/stocks/Wrappers")).Wrappers;

export default function StocksPage() {
  const { title, description, lead, classes } = stocks;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <MarketScreen market={stocks}>
        <Lazy
          below
          load={loadWrappers}
          give={{ classes }}
          fallback={<Card title="Wrappers of one underlying">{null}</Card>}
        />
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
