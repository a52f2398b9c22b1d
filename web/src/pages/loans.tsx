import { loanPanel } from "@/features/credit/loanPanel";
import { LaterLoanFigures } from "@/features/figures/LaterLoanFigures";
import { LaterPicture } from "@/features/figures/LaterPicture";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { loanListing } from "@/lists/listings/creditListings";

export default function LoansPage() {
  return (
    <ScreenPage
      title="Loans"
      description="Loans made on-chain: borrower, terms, status, payments and collateral."
      lead="Loans made through protocols, payment by payment."
    >
      <ListScreen
        listing={loanListing}
        panel={loanPanel}
        figures={(rows) => <LaterLoanFigures rows={rows} />}
        numbers={(row) => <LaterPicture kind="loan" slug={row.slug} record={row} />}
      />
    </ScreenPage>
  );
}
