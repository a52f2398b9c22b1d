import { investmentSheet } from "@/features/offers/investmentSheet";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

export default function InvestmentPage() {
  const state = useSheet(investmentSheet, "investmentSlug");
  return (
    <ScreenPage {...state.head}>
      <DetailScreen sheet={investmentSheet} state={state} />
    </ScreenPage>
  );
}
