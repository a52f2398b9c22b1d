import { ClassMarket } from "@/features/market/ClassMarket";
import { stocks } from "@/features/market/markets/classMarkets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function StocksPage() {
  const { title, description, lead } = stocks;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ClassMarket market={stocks} />
    </ScreenPage>
  );
}
