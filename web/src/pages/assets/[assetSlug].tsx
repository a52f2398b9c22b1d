import { assetSheet } from "@/features/assets/assetSheet";
import { assetFigures } from "@/features/figures/recordFigures";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

export default function AssetPage() {
  const state = useSheet(assetSheet, "assetSlug");
  return (
    <ScreenPage {...state.head}>
      <DetailScreen sheet={assetSheet} state={state} {...assetFigures} />
    </ScreenPage>
  );
}
