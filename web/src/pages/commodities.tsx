import { ClassMarket } from "@/features/market/ClassMarket";
import { commodities } from "@/features/market/markets/classMarkets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function CommoditiesPage() {
  const { title, description, lead } = commodities;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ClassMarket market={commodities} />
    </ScreenPage>
  );
}
