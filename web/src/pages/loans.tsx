import { loanPanel } from "@/features/credit/loanPanel";
import { LazyLoanFigures } from "@/features/figures/LazyLoanFigures";
import { LazyPicture } from "@/features/figures/LazyPicture";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { loanListing } from "@/lists/listings/creditListings";

export default function LoansPage() {
  return (
    <ScreenPage
      title="Loans"
      description="On-chain loans: borrower, terms, status, payments and collateral."
      lead="Loans originated through on-chain protocols, with every payment."
    >
      <ListScreen
        listing={loanListing}
        panel={loanPanel}
        figures={(rows) => <LazyLoanFigures rows={rows} />}
        numbers={(row) => <LazyPicture kind="loan" slug={row.slug} record={row} />}
      />
    </ScreenPage>
  );
}
