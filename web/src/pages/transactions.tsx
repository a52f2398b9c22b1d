import { ScreenPage } from "@/features/shell/ScreenPage";
import { TransactionsScreen } from "@/features/transfers/TransactionsScreen";

export default function TransactionsPage() {
  return (
    <ScreenPage
      title="Transactions"
      description="Mints, burns and transfers of tokenized assets, as the networks recorded them."
      lead="Mints, burns, transfers and bridges, as the networks recorded them."
    >
      <TransactionsScreen />
    </ScreenPage>
  );
}
