import { loanListing } from "@/features/catalog/creditListings";
import { ListScreen } from "@/features/catalog/ListScreen";
import { loanPanel } from "@/features/catalog/loanPanel";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { LaterLoanFigures } from "@/features/timeseries/market/LaterLoanFigures";
import { LaterPicture } from "@/features/timeseries/market/LaterPicture";

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
