import { ClassMarket } from "@/features/market/ClassMarket";
import { realEstate } from "@/features/market/markets/classMarkets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function RealEstatePage() {
  const { title, description, lead } = realEstate;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ClassMarket market={realEstate} />
    </ScreenPage>
  );
}
