import { Card } from "@/components/Card";
import { Lazy } from "@/components/Lazy";
import { MarketScreen } from "@/features/market/MarketScreen";
import { privateCredit } from "@/features/market/markets/creditMarket";
import { ScreenPage } from "@/features/shell/ScreenPage";

const loadClassAssets = async () =>
  (await import("@/features/market/classAssets/ClassAssets")).ClassAssets;
const loadCreditLists = async () => (await import("@/features/credit/CreditLists")).CreditLists;

export default function PrivateCreditPage() {
  const { title, description, lead, classes } = privateCredit;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <MarketScreen market={privateCredit}>
        <Lazy below load={loadCreditLists} give={{}} fallback={<Card title="Loans">{null}</Card>} />
        <Lazy
          below
          load={loadClassAssets}
          give={{ classes }}
          fallback={<Card title="Assets">{null}</Card>}
        />
      </MarketScreen>
    </ScreenPage>
  );
}
