import { LoansScreen } from "@/features/credit/LoansScreen";
import { loanFigures } from "@/features/figures/creditRows";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function LoansPage() {
  return (
    <ScreenPage
      title="Loans"
      description="On-chain loans: borrower, terms, status, payments and collateral."
      lead="Loans originated through on-chain protocols, with every payment."
    >
      <LoansScreen {...loanFigures} />
    </ScreenPage>
  );
}
