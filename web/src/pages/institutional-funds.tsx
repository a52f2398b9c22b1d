import { ClassMarket } from "@/features/market/ClassMarket";
import { institutionalFunds } from "@/features/market/markets/classMarkets";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function InstitutionalFundsPage() {
  const { title, description, lead } = institutionalFunds;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ClassMarket market={institutionalFunds} />
    </ScreenPage>
  );
}
