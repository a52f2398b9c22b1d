import { ClassMarket } from "@/features/market/ClassMarket";
import { treasuries } from "@/features/market/markets/classMarkets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function TreasuriesPage() {
  const { title, description, lead } = treasuries;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ClassMarket market={treasuries} />
    </ScreenPage>
  );
}
