import { MarketScreen } from "@/features/market/MarketScreen";
import { overview } from "@/features/market/markets/overviewMarket";
import { LazyNews } from "@/features/news/LazyNews";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OverviewPage() {
  const { title, description, lead } = overview;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <MarketScreen market={overview}>
        <LazyNews />
      </MarketScreen>
    </ScreenPage>
  );
}
