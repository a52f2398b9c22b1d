import { Suggestions } from "@/features/notFound/Suggestions";
import { investmentSheet } from "@/features/offers/investmentSheet";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

export default function InvestmentPage() {
  const state = useSheet(investmentSheet, "investmentSlug");
  const { description, parent } = investmentSheet;
  return (
    <ScreenPage title={state.title} description={description} lead={description} parent={parent}>
      <DetailScreen sheet={investmentSheet} state={state} alike={<Suggestions />} />
    </ScreenPage>
  );
}
