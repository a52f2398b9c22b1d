import { Later } from "@/components/Later";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { MarketScreen } from "@/features/timeseries/market/MarketScreen";
import { overview } from "@/features/timeseries/market/overviewMarket";

const loadNewsCards = async () =>
  (await import("@/features/timeseries/market/NewsCards")).NewsCards;

export default function OverviewPage() {
  const { title, description, lead } = overview;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <MarketScreen market={overview}>
        <Later below load={loadNewsCards} give={{}} fallback={<div className="min-h-[270px]" />} />
      </MarketScreen>
    </ScreenPage>
  );
}
