import { Card } from "@/components/Card";
import { Later } from "@/components/Later";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { privateCredit } from "@/features/timeseries/market/creditMarket";
import { MarketScreen } from "@/features/timeseries/market/MarketScreen";

const loadClassAssets = async () => (await import("@/features/catalog/ClassAssets")).ClassAssets;
const loadCreditLists = async () => (await import("@/features/catalog/CreditLists")).CreditLists;

export default function PrivateCreditPage() {
  const { title, description, lead, classes } = privateCredit;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <MarketScreen market={privateCredit}>
        <Later
          below
          load={loadCreditLists}
          give={{}}
          fallback={<Card title="Loans">{null}</Card>}
        />
        <Later
          below
          load={loadClassAssets}
          give={{ classes }}
          fallback={<Card title="Assets">{null}</Card>}
        />
      </MarketScreen>
    </ScreenPage>
  );
}
