import { InvestScreen } from "@/features/offers/InvestScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function InvestPage() {
  return (
    <ScreenPage
      title="Invest"
      description="What is open to investors and on which terms: minimum, eligibility, fees, yield and redemption."
      lead="What is open to investors, to whom and on which terms."
    >
      <InvestScreen />
    </ScreenPage>
  );
}
