import { investmentListing } from "@/features/catalog/investmentListing";
import { ListScreen } from "@/features/catalog/ListScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

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
