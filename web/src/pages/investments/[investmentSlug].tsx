import { DetailScreen } from "@/features/catalog/DetailScreen";
import { investmentSheet } from "@/features/catalog/investmentSheet";
import { useSheet } from "@/features/catalog/useSheet";
import { Suggestions } from "@/features/lost/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function InvestmentPage() {
  const state = useSheet(investmentSheet, "investmentSlug");
  const { description, parent } = investmentSheet;
  return (
    <ScreenPage title={state.title} description={description} lead={description} parent={parent}>
      <DetailScreen sheet={investmentSheet} state={state} alike={<Suggestions />} />
    </ScreenPage>
  );
}
