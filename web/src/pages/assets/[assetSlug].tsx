import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { asset } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { useSlugWords } from "@/lib/slug";

export default function AssetPage() {
  const title = useSlugWords("assetSlug", asset.title);
  return (
    <ScreenPage {...asset} title={title}>
      <OutlookScreen {...asset} />
    </ScreenPage>
  );
}
