import { Lazy } from "@/components/Lazy";
import { FeedHead } from "@/components/page/FeedLink";
import { MarketScreen } from "@/features/market/MarketScreen";
import { overview } from "@/features/market/markets/overviewMarket";
import { ScreenPage } from "@/features/shell/ScreenPage";

const loadNewsCards = async () => (await import("@/features/news/NewsCards")).NewsCards;

export default function OverviewPage() {
  const { title, description, lead } = overview;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <FeedHead of="news" />
      <FeedHead of="restatements" />
      <MarketScreen market={overview}>
        <Lazy below load={loadNewsCards} give={{}} fallback={<div className="min-h-[270px]" />} />
      </MarketScreen>
    </ScreenPage>
  );
}
