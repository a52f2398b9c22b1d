import { TransactionsScreen } from "@/features/catalog/TransactionsScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

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
