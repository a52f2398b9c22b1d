import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { investmentListing } from "@/lists/listings/investmentListing";

export default function InvestmentsPage() {
  return (
    <ScreenPage
      title="Investments"
      description="Live and upcoming investments in tokenized assets with their terms."
      lead="Live and upcoming offers with their terms."
    >
      <ListScreen listing={investmentListing} />
    </ScreenPage>
  );
}
