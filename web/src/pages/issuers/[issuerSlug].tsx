import { DetailScreen } from "@/features/catalog/DetailScreen";
import { issuerSheet } from "@/features/catalog/issuerSheet";
import { useSheet } from "@/features/catalog/useSheet";
import { Suggestions } from "@/features/lost/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function IssuerPage() {
  const state = useSheet(issuerSheet, "issuerSlug");
  const { description, parent } = issuerSheet;
  return (
    <ScreenPage title={state.title} description={description} lead={description} parent={parent}>
      <DetailScreen sheet={issuerSheet} state={state} alike={<Suggestions />} />
    </ScreenPage>
  );
}
