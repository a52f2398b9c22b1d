import { assetSheet } from "@/features/catalog/assetSheet";
import { DetailScreen } from "@/features/catalog/DetailScreen";
import { useSheet } from "@/features/catalog/useSheet";
import { Suggestions } from "@/features/lost/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function AssetPage() {
  const state = useSheet(assetSheet, "assetSlug");
  const { description, parent } = assetSheet;
  return (
    <ScreenPage title={state.title} description={description} lead={description} parent={parent}>
      <DetailScreen sheet={assetSheet} state={state} alike={<Suggestions />} />
    </ScreenPage>
  );
}
