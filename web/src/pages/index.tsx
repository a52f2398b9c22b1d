import { Lazy } from "@/components/Lazy";
import { MarketScreen } from "@/features/market/MarketScreen";
import { overview } from "@/features/market/markets/overviewMarket";
import { ScreenPage } from "@/features/shell/ScreenPage";

const loadNewsCards = async () => (await import("@/features/news/NewsCards")).NewsCards;

export default function OverviewPage() {
  const { title, description, lead } = overview;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <MarketScreen market={overview}>
        <Lazy below load={loadNewsCards} give={{}} fallback={<div className="min-h-[270px]" />} />
      </MarketScreen>
    </ScreenPage>
  );
}
