import { overview } from "@/features/market/markets/overviewMarket";
import { OverviewScreen } from "@/features/market/OverviewScreen";
import { LazyNews } from "@/features/news/LazyNews";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OverviewPage() {
  const { title, description, lead } = overview;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <OverviewScreen>
        <LazyNews />
      </OverviewScreen>
    </ScreenPage>
  );
}
