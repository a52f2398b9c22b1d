import { InvestScreen } from "@/features/offers/InvestScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function InvestPage() {
  return (
    <ScreenPage
      title="Invest"
      description="Assets open to investors with their terms: minimum investment, eligibility, fees, yield and redemption."
      lead="Assets open to investors, with eligibility and terms."
    >
      <InvestScreen />
    </ScreenPage>
  );
}
