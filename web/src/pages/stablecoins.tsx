import { ClassMarket } from "@/features/market/ClassMarket";
import { stablecoins } from "@/features/market/markets/classMarkets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function StablecoinsPage() {
  const { title, description, lead } = stablecoins;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ClassMarket market={stablecoins} />
    </ScreenPage>
  );
}
