import { ClassMarket } from "@/features/market/ClassMarket";
import { globalBonds } from "@/features/market/markets/classMarkets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function GlobalBondsPage() {
  const { title, description, lead } = globalBonds;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ClassMarket market={globalBonds} />
    </ScreenPage>
  );
}
