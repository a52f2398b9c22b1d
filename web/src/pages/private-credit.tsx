import { LazyCreditLists } from "@/features/credit/LazyCreditLists";
import { ClassMarket } from "@/features/market/ClassMarket";
import { privateCredit } from "@/features/market/markets/creditMarket";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PrivateCreditPage() {
  const { title, description, lead } = privateCredit;
  return (
    <ScreenPage title={title} description={description} lead={lead}>
      <ClassMarket market={privateCredit}>
        <LazyCreditLists />
      </ClassMarket>
    </ScreenPage>
  );
}
